import { isApiError } from '../../api/api-error.ts'

type RowResult = { error: unknown } | { error: null }

type WorkOptions<Row> = {
  rows: readonly Row[]
  work: (row: Row) => Promise<void>
  /** Stops before the next row; what is under way ends. */
  signal: AbortSignal
  /** Called once for each row that was worked on. */
  onResult: (row: Row, result: RowResult) => void
  /** Resolves when the same person is signed in again, rejects when it will not be. */
  untilSignedIn: () => Promise<void>
}

const workers = 4
const mostTries = 6
const longestPauseMs = 120_000

/** Milliseconds to wait where a busy or restarting server or a cut connection asks for another try, else null. */
function pauseAfter(error: unknown, tries: number): number | null {
  if (!isApiError(error) || tries >= mostTries) return null
  const { status, kind, retryAfterSeconds } = error
  const isPassing = kind === 'network' || kind === 'timeout' || status === 429 || (status >= 502 && status <= 504)
  if (!isPassing && retryAfterSeconds === null) return null
  return Math.min(longestPauseMs, retryAfterSeconds === null ? 500 * 2 ** tries : retryAfterSeconds * 1000)
}

/** Works through the rows, a few at a time. While the server asks for a pause, nothing is sent. */
export async function workThrough<Row>({
  rows,
  work,
  signal,
  onResult,
  untilSignedIn,
}: WorkOptions<Row>): Promise<void> {
  let next = 0
  let pausedUntil = 0
  async function settle(row: Row): Promise<RowResult | null> {
    for (let tries = 0; ; tries++) {
      while (performance.now() < pausedUntil && !signal.aborted) await pause(pausedUntil - performance.now(), signal)
      if (signal.aborted) return null
      try {
        await work(row)
        return { error: null }
      } catch (error) {
        if (isApiError(error) && error.status === 401 && tries < mostTries) {
          await untilSignedIn()
          continue
        }
        const ms = pauseAfter(error, tries)
        if (ms === null) return { error }
        pausedUntil = Math.max(pausedUntil, performance.now() + ms)
      }
    }
  }
  async function worker() {
    while (next < rows.length && !signal.aborted) {
      const row = rows[next++] as Row
      const result = await settle(row).catch((error: unknown) => ({ error }))
      if (result) onResult(row, result)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
