import { afterEach, expect, it, vi } from 'vitest'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { queryClient } from '@interline/shared/api'
import type { AdminRole } from '@interline/shared/contract'
import { usePreferences, useSession } from '@interline/shared/session'
import { routes } from '../routes.tsx'
import { openRoutes, startMockServer } from '@interline/shared/testing'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 60_000 })

const base = `${window.location.origin}/api/v1`
const meta = { total: 1, page: 1, page_size: 10 }
const ann = {
  _id: 'u1',
  full_name: 'Ann Lee',
  email: 'ann@x.test',
  phone: '+1 303 555 0190',
  createdAt: '2024-05-01T12:00:00.000Z',
  location: { address: '4 Oak Ave, Denver, CO' },
  state_id: null,
  platform: 'android',
  changed: null,
  erased_at: null as string | null,
  chat: { messages: 3, unseen: 1, last_message: 'Where are you?', last_message_date: '2024-05-02T12:00:00.000Z' },
}
const booking = {
  _id: 'b1',
  user: { _id: 'u1', full_name: 'Ann Lee' },
  driver: { _id: 'd1', full_name: 'Jane Doe' },
  ride: { source: { address: 'Austin' }, destination: { address: 'Waco' }, ride_time: '09:30 AM', amount: 30 },
  createdAt: '2024-05-01T12:00:00.000Z',
  status: 'Pending',
}
const mockServer = setupServer(
  http.get(`${base}/admin/records/users/u1`, () => HttpResponse.json({ success: true, data: ann })),
  http.get(`${base}/admin/user/rides`, ({ request }) =>
    new URL(request.url).searchParams.get('user_id') === 'u1'
      ? HttpResponse.json({ success: true, data: [booking], meta })
      : HttpResponse.json({ success: true, data: [], meta: { ...meta, total: 0 } }),
  ),
  http.get(`${base}/admin/notes`, () => HttpResponse.json({ success: true, data: [], meta: {} })),
)

startMockServer(mockServer)
afterEach(() => useSession.setState({ user: null }))

function open(admin_role: AdminRole = 'support') {
  usePreferences.setState({ timeZone: 'UTC' })
  queryClient.clear()
  const user = { _id: 'a1', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
  useSession.setState({ user: { ...user, admin_role } })
  return openRoutes([...routes, { path: '*', element: <p>elsewhere</p> }], '/users/u1')
}

it('shows the user with their bookings, the last message and the way to the chat', async () => {
  const router = open()
  const bookings = within(await screen.findByRole('region', { name: 'Bookings' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Ann Lee' })).toBeTruthy()
  expect(bookings.getByRole('link', { name: 'with Jane Doe' }).getAttribute('href')).toBe('/drivers/d1')
  const talk = screen.getByRole('region', { name: 'Conversation' })
  expect(talk.textContent).toContain('Where are you?')
  expect(talk.textContent).toContain('1 not seen yet')
  within(talk).getByRole('link', { name: 'Chat with Ann Lee' }).click()
  await screen.findByText('elsewhere')
  const { pathname, state } = router.state.location
  expect([pathname, state]).toEqual([
    '/user-chat/u1',
    { user_id: 'u1', full_name: 'Ann Lee', role: 'user', from: '/users/u1' },
  ])
})

it('loads one part again without drawing the others anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockServer.use(
    http.get(`${base}/admin/user/rides`, () => HttpResponse.json({ title: 'Busy' }, { status: 500 }), { once: true }),
  )
  open()
  const bookings = within(await screen.findByRole('region', { name: 'Bookings' }))
  const retry = await bookings.findByRole('button', { name: 'Retry' })
  const note = screen.getByRole('textbox')
  retry.focus()
  retry.click()
  expect(await bookings.findByRole('link', { name: 'with Jane Doe' })).toBeTruthy()
  expect(note.isConnected).toBe(true)
  expect(document.activeElement).toBe(bookings.getByRole('heading', { name: 'Bookings' }))
})

it('an owner erases the user after a question, and the page says when that was', async () => {
  const erased: unknown[] = []
  const data = { ...ann }
  mockServer.use(
    http.get(`${base}/admin/records/users/u1`, () => HttpResponse.json({ success: true, data })),
    http.post(`${base}/admin/people/erase`, async ({ request }) => {
      erased.push(await request.json())
      Object.assign(data, { full_name: 'Erased person', erased_at: '2024-06-01T12:00:00.000Z' })
      return HttpResponse.json({ success: true })
    }),
  )
  open('owner')
  await userEvent.click(await screen.findByRole('button', { name: 'Erase person' }))
  const question = await screen.findByRole('dialog', { name: 'Erase Ann Lee?' })
  expect(erased).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Erase for good' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Personal data' }).textContent).toContain('2024'))
  expect(erased).toEqual([{ _id: 'u1' }])
  expect(screen.getByRole('heading', { level: 1, name: 'Erased person' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Erase person' })).toBeNull()
})

it('nobody but an owner is offered to erase', async () => {
  open('admin')
  expect(await screen.findByRole('region', { name: 'Bookings' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Erase person' })).toBeNull()
})
