import { configure, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import { RemoteSettingsContext, usePreferences } from '@interline/shared/session'
import { createMemoryRouter, RouterProvider } from '@interline/shared/router'
import { InterlineProvider } from '@interline/shared/ui'
import { routes } from './routes.tsx'
import type { RemoteSettings } from './settings.ts'
import { startMockServer } from '@interline/shared/testing'

// A whole table of antd in jsdom is slow, most of all beside other work.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

const base = `${window.location.origin}/api/v1`

export const jane = {
  _id: 'd1',
  full_name: 'Jane Doe',
  email: 'jane@x.test',
  phone: '+1 512 555 0101',
  createdAt: '2024-05-01T12:00:00.000Z',
  car_name: 'Honda Accord 2020',
  driving_licence_number: 'TX-1234',
  driving_licence: 'https://files.test/uploads/licence.pdf?signature=1',
  car_document: 'https://files.test/uploads/car.pdf',
  car_insurance: null,
  state_id: 'https://files.test/uploads/0123456789abcdef0123456789abcdef.png',
  address: '12 Elm St, Austin, TX',
  stripe_connect_id: null,
  is_driver_profile_approved: false,
  reverify_status: 'Pending',
  role: 'driver',
  revision: 7,
}

export const mockServer = setupServer()

/** Each test on its own, by the clocks of UTC; what the screens log of failures is not printed. */
export function isolateDrivers() {
  startMockServer(mockServer)
  beforeEach(() => {
    usePreferences.setState({ timeZone: 'UTC', tableSize: 20 })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())
}

/**
 * The list as a bare backend sends it; `rows` may be changed by a test, `others` are found by their id alone, `loads`
 * counts the calls.
 */
export function serveDrivers(rows: Record<string, unknown>[]) {
  const served: { rows: Record<string, unknown>[]; others: Record<string, unknown>[]; loads: number } = {
    rows,
    others: [],
    loads: 0,
  }
  mockServer.use(
    http.get(`${base}/admin/drivers`, ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')
      if (ids !== null)
        return HttpResponse.json({ success: true, data: served.others.filter(({ _id }) => _id === ids) })
      served.loads += 1
      return HttpResponse.json({ success: true, data: served.rows })
    }),
  )
  return served
}

/** Answers a change and keeps what was sent. */
export function serveChange(path: string, answer: () => Response) {
  const sent: unknown[] = []
  mockServer.use(
    http.post(`${base}${path}`, async ({ request }) => {
      sent.push(request.headers.get('content-type')?.includes('json') ? await request.json() : 'form')
      return answer()
    }),
  )
  return sent
}

export const done = () => HttpResponse.json({ success: true })
export const refused = (status: number, extras: object) => () =>
  HttpResponse.json({ success: false, title: 'The request is not valid', request_id: 'r-1', ...extras }, { status })

/** Draws what a router leads to, within what the shell gives a remote. */
export function renderAt(router: ReturnType<typeof createMemoryRouter>, settings: Partial<RemoteSettings> = {}) {
  render(
    <InterlineProvider>
      <QueryClientProvider client={queryClient}>
        <RemoteSettingsContext value={settings}>
          <RouterProvider router={router} />
        </RemoteSettingsContext>
      </QueryClientProvider>
    </InterlineProvider>,
  )
}

/** `settings` are what a release sets. */
export async function openDrivers(address = '/drivers', settings: Partial<RemoteSettings> = {}) {
  queryClient.clear()
  const elsewhere = ['/', '/user-chat/:id'].map((path) => ({ path, element: <p>elsewhere</p> }))
  const router = createMemoryRouter([...routes, ...elsewhere], { initialEntries: ['/', address], initialIndex: 1 })
  renderAt(router, settings)
  await screen.findByRole('table')
  return router
}

/** The open dialog of that title. By its text: in tests antd gives all its parts the same id, so that names mislead. */
export const queryDialog = (title: string): HTMLElement | undefined =>
  screen.queryAllByRole('dialog').find((dialog) => dialog.querySelector('.ant-modal-title')?.textContent === title)

export const findDialog = (title: string): Promise<HTMLElement> =>
  waitFor(() => queryDialog(title) ?? Promise.reject(new Error(`no dialog "${title}"`)))

export const dialogGone = (title: string) =>
  waitFor(() => (queryDialog(title) ? Promise.reject(new Error(`"${title}" is still there`)) : undefined))
