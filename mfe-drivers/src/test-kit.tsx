import { configure, screen, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { http, HttpResponse } from 'msw'
import { queryClient } from '@interline/shared/api'
import { apiUrl, mockServer, openRoutes } from '@interline/shared/testing'
import { routes } from './routes.tsx'
import type { RemoteSettings } from './settings.ts'

// A whole list in jsdom is slow, most of all beside other work.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

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
    http.get(`${apiUrl}/admin/drivers`, ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')
      const all = [...served.rows, ...served.others]
      if (ids !== null) return HttpResponse.json({ success: true, data: all.filter(({ _id }) => _id === ids) })
      served.loads += 1
      return HttpResponse.json({ success: true, data: served.rows })
    }),
  )
  return served
}

/** `settings` are what a release sets. */
export async function openDrivers(address = '/drivers', settings: Partial<RemoteSettings> = {}) {
  queryClient.clear()
  const elsewhere = ['/', '/user-chat/:id'].map((path) => ({ path, element: <p>elsewhere</p> }))
  const router = openRoutes([...routes, ...elsewhere], ['/', address], settings)
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
