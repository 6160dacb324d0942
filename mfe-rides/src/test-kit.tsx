import { afterEach, beforeEach, vi } from 'vitest'
import { configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import { usePreferences } from '@interline/shared/session'
import { createMemoryRouter, RouterProvider } from '@interline/shared/router'
import { InterlineProvider } from '@interline/shared/ui'
import { routes } from './routes.tsx'
import { startMockServer } from '@interline/shared/testing'

// With antd's styles jsdom takes seconds to find out whether an element is hidden or can be clicked, so these tests do
// not check it.
configure({ defaultHidden: true })

const base = `${window.location.origin}/api/v1`

export const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

export const mockServer = setupServer()

/** Each test on its own, by the clocks of UTC; what the screens log of failures is not printed. */
export function isolateRides() {
  startMockServer(mockServer)
  beforeEach(() => {
    usePreferences.setState({ timeZone: 'UTC' })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())
}

/** A list as a bare backend sends it: `rows` may be changed by a test, `asked` keeps the queries. */
export function serveList(path: string, rows: unknown[]) {
  const served = { rows, queries: [] as string[] }
  mockServer.use(
    http.get(`${base}${path}`, ({ request }) => {
      served.queries.push(new URL(request.url).search)
      return HttpResponse.json({ success: true, data: served.rows })
    }),
  )
  return served
}

/** Answers POST /admin/ride/status, one answer a call, the last one for all that follow; keeps the payloads. */
export function serveStatusChange(...answers: (() => Response)[]) {
  const sent: unknown[] = []
  mockServer.use(
    http.post(`${base}/admin/ride/status`, async ({ request }) => {
      sent.push(await request.json())
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      return answer ? answer() : HttpResponse.error()
    }),
  )
  return sent
}

export const done = () => HttpResponse.json({ success: true })
export const refused =
  (status: number, extras: object = {}) =>
  () =>
    HttpResponse.json({ success: false, title: 'The request is not valid', request_id: 'r-1', ...extras }, { status })

export function open(address: string) {
  queryClient.clear()
  const router = createMemoryRouter([...routes, { path: '/', element: <p>elsewhere</p> }], {
    initialEntries: [address],
  })
  render(
    <InterlineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </InterlineProvider>,
  )
  return router
}

/** Texts of the table's cells, row by row; antd adds a row of its own that only measures. */
export const tableTexts = () =>
  [...document.querySelectorAll('tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )

/** antd gives all its titles one id under test, so a dialog is known by its text here. */
export const dialogWith = (text: string | RegExp) =>
  waitFor(() => {
    const dialog = screen.getAllByText(text)[0]?.closest<HTMLElement>('[role="dialog"]')
    if (!dialog) throw new Error(`${String(text)} is in no dialog`)
    return dialog
  })
