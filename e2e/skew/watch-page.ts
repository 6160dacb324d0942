import type { Page, Request } from '@playwright/test'

/**
 * A call that a page made to the API, below /api/v1, and what it was answered: 0 is nothing; `answer` is null where
 * that was no JSON.
 */
export type Call = { method: string; path: string; status: number; answer: unknown }

export type Watched = { problems: string[]; calls: () => Promise<Call[]> }

/**
 * Collects what goes wrong in a page: its console, exceptions, requests that fail, failures that it reports; and its
 * calls.
 */
export function watchPage(page: Page): Watched {
  const problems: string[] = []
  const calls: Promise<Call>[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') problems.push(`the console says: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // The browser gives up what it no longer needs when a page is left.
    if (why !== 'net::ERR_ABORTED') problems.push(`${request.method()} ${request.url()} did not arrive: ${why}`)
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/') && request.method() !== 'OPTIONS')
      calls.push(callOf(request, pathname.slice('/api/v1'.length)))
    if (pathname === '/reports') problems.push(`the shell reported a failure: ${request.postData() ?? ''}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      problems.push(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
  return { problems, calls: () => Promise.all(calls) }
}

async function callOf(request: Request, path: string): Promise<Call> {
  const none = new Promise<null>((resolve) => setTimeout(resolve, 5000, null))
  const response = await Promise.race([request.response(), none]).catch(() => null)
  // A page that is left takes with it what it was still being answered.
  const text = await Promise.race([response?.text() ?? null, none]).catch(() => null)
  return {
    method: request.method(),
    path,
    status: text === null ? 0 : (response?.status() ?? 0),
    answer: shortened(jsonOf(text)),
  }
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The first rows of a long list are checked instead of all of it. */
function shortened(answer: unknown): unknown {
  const { data } = (answer ?? {}) as { data?: unknown }
  return Array.isArray(data) ? { ...(answer as object), data: data.slice(0, 200) as unknown[] } : answer
}
