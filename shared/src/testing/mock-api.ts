import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, vi } from 'vitest'
import { usePreferences } from '../session/index.ts'
import { startMockServer } from './mock-server.ts'

export const mockServer = setupServer()

/** All calls of the API begin with this. */
export const apiUrl = `${window.location.origin}/api/v1`

/** Each test on its own, by the clocks of UTC, with so many rows on a page; logged failures are not printed. */
export function isolateTests(tableSize = 20) {
  startMockServer(mockServer)
  beforeEach(() => {
    usePreferences.setState({ tableSize, timeZone: 'UTC' })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())
}

/** A list as a bare backend sends it: `rows` may be changed by a test, `queries` keeps what was asked. */
export function serveList(path: string, rows: unknown[]) {
  const served = { rows, queries: [] as string[] }
  mockServer.use(
    http.get(apiUrl + path, ({ request }) => {
      served.queries.push(new URL(request.url).search)
      return HttpResponse.json({ success: true, data: served.rows })
    }),
  )
  return served
}

/** Answers a change, one answer a call, the last one for all that follow; keeps what was sent. */
export function serveChange(path: string, ...answers: (() => Response)[]) {
  const sent: unknown[] = []
  mockServer.use(
    http.post(apiUrl + path, async ({ request }) => {
      sent.push(request.headers.get('content-type')?.includes('json') ? await request.json() : 'form')
      return (answers[sent.length - 1] ?? answers.at(-1))?.() ?? HttpResponse.error()
    }),
  )
  return sent
}

export const done = () => HttpResponse.json({ success: true })
export const refused =
  (status: number, extras: object = {}) =>
  () =>
    HttpResponse.json({ success: false, title: 'The request is not valid', request_id: 'r-1', ...extras }, { status })
