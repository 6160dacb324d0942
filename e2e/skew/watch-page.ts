import type { Page, Response } from '@playwright/test'

/** A call that a page made to the API, below /api/v1, and what it was answered; `answer` is null where that was no JSON. */
export type Call = { method: string; path: string; status: number; answer: unknown }

export type Watched = { problems: string[]; calls: () => Promise<Call[]> }

/** Collects what goes wrong in a page: its console, exceptions, requests that fail, failures that it reports; and its calls. */
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
    if (new URL(request.url()).pathname === '/reports') problems.push(`the shell reported a failure: ${request.postData() ?? ''}`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const method = response.request().method()
    if (response.status() >= 400) problems.push(`${method} ${response.url()} answered ${response.status()}`)
    if (pathname.startsWith('/api/v1/') && method !== 'OPTIONS') calls.push(callOf(response, method, pathname.slice('/api/v1'.length)))
  })
  return { problems, calls: () => Promise.all(calls) }
}

async function callOf(response: Response, method: string, path: string): Promise<Call> {
  const answer: unknown = await Promise.race([response.json(), new Promise((resolve) => setTimeout(resolve, 5000, null))]).catch(() => null)
  return { method, path, status: response.status(), answer: shortened(answer) }
}

/** The first rows of a long list stand for all of it. */
function shortened(answer: unknown): unknown {
  const { data } = (answer ?? {}) as { data?: unknown }
  return Array.isArray(data) ? { ...(answer as object), data: data.slice(0, 200) as unknown[] } : answer
}
