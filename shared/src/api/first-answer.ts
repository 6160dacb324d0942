/**
 * The page asked the API for this while the code of its first screen was on its way (`shell/src/start.ts`). `body` is
 * there once the answer came, unless it was an error or could not be read; `at` is when it was asked for, in ms since
 * the page began.
 */
type FirstRequest = { url: string; token: string; at: number; body?: unknown; arrived: Promise<void> }

const page = window as Window & {
  interlineFirst?: FirstRequest | undefined
  interlineAsk?: (address: URL) => void
}

/** Has the page ask for the first data of another screen, which is likely to be opened next. */
export const askAhead = (address: string): void => page.interlineAsk?.(new URL(address, location.href))

/** Resolves when the page's own request was answered, well or not; at once when it asked for nothing. Never rejects. */
export const firstAnswerArrived = (): Promise<void> => page.interlineFirst?.arrived ?? Promise.resolve()

// A screen that comes later, after a Retry or another screen, wants to know how things are then. On a slow line the
// code alone takes long.
const fresh = 30_000

const isRequestFor = (first: FirstRequest | undefined, url: string, token: string | null): first is FirstRequest =>
  first !== undefined && first.token === token && performance.now() - first.at < fresh && isSame(first.url, url)

/** Something may have changed, or somebody wants to know how things are now: what was asked before is of no use. */
export function dropFirstAnswer(): void {
  if (page.interlineFirst) page.interlineFirst = undefined
}

/**
 * The body of the answer to this GET, when the page asked for just that in the name of this session, and the answer is
 * there and of use to the caller; else undefined. `askedAt` is an instant in ms. An answer is taken once.
 */
export function takeArrivedAnswer<Body>(
  url: string,
  token: string | null,
  isOfUse: (body: unknown) => body is Body,
): { body: Body; askedAt: number } | undefined {
  const first = page.interlineFirst
  if (!isRequestFor(first, url, token) || !isOfUse(first.body)) return undefined
  page.interlineFirst = undefined
  return { body: first.body, askedAt: Date.now() - (performance.now() - first.at) }
}

/**
 * Takes the first answer and waits for it when it is under way; undefined when there is none or it failed: then it is
 * to be asked for as usual. What changes meanwhile does not end it, as it ends no call that a list waits for.
 */
export async function takeFirstAnswer(url: string, token: string | null): Promise<unknown> {
  const first = page.interlineFirst
  if (!isRequestFor(first, url, token)) return undefined
  page.interlineFirst = undefined
  await first.arrived
  return first.body
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [new URL(one, location.href), new URL(other, location.href)]
  const sorted = ({ searchParams }: URL) => JSON.stringify([...searchParams].sort())
  return a.origin + a.pathname === b.origin + b.pathname && sorted(a) === sorted(b)
}
