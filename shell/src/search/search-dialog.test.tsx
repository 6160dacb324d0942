import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { session } from '@interline/shared/session'
import { openDialog, useOpenDialog } from '../open-dialog.ts'
import { SearchDialog } from './search-dialog.tsx'
import { openRoutes, startMockServer } from '@interline/shared/testing'

const server = setupServer()
const places = [
  { title: 'Dashboard', path: '/', icon: 'dashboard', to: '/', shortcut: 'h' },
  { title: 'Drivers', path: '/drivers', icon: 'drivers', to: '/drivers', shortcut: 'd' },
]
const driver = {
  _id: 'd1',
  full_name: 'Mina Silva',
  email: 'mina@drive.test',
  phone: '+1 (210) 555-0154',
  driving_licence_number: 'TX-1',
}
const booking = {
  ...{ _id: 'b1', user: { _id: 'u1', full_name: 'Ann Silva' }, driver: null, createdAt: '2026-01-02T12:00:00.000Z' },
  ...{
    status: 'Pending',
    ride: { source: { address: 'Austin' }, destination: { address: 'Waco' }, ride_time: null, amount: 1 },
  },
}
let asked: string[] = []

startMockServer(server)
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
  Element.prototype.scrollIntoView ??= () => undefined
})
beforeEach(() => {
  asked = []
  server.use(
    http.get('*/api/v1/admin/search', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      return HttpResponse.json({ success: true, data: { drivers: [driver], users: [], bookings: [booking] } })
    }),
  )
  openDialog('search')
})
afterEach(() => session.getState().signOut('signed-out'))

function open(admin_role?: 'admin') {
  const user = { _id: 'a1', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 'T', user: { ...user, ...(admin_role && { admin_role }) } })
  return openRoutes([{ path: '*', element: <SearchDialog places={places} /> }])
}
const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('finds people and bookings, says of which kind, and marks what was searched for', async () => {
  open('admin')
  await userEvent.type(screen.getByRole('combobox'), 'silva 5550154')
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.type(screen.getByRole('combobox'), 'silva')
  const drivers = await screen.findByRole('group', { name: 'Drivers' })
  const option = within(drivers).getAllByRole('option')[0]
  expect(option?.textContent).toContain('Mina Silva')
  expect(option?.querySelector('mark')?.textContent).toBe('Silva')
  expect(within(screen.getByRole('group', { name: 'Bookings' })).getAllByRole('option')[0]?.textContent).toContain(
    'Ann Silva',
  )
  expect(screen.getByRole('option', { name: 'Look for “silva” in Drivers' })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Chat with Mina Silva/ })).toBeTruthy()
})

it('marks the digits of a phone however it is written, and shows the phone first', async () => {
  open('admin')
  await userEvent.type(screen.getByRole('combobox'), '2105550154')
  const drivers = await screen.findByRole('group', { name: 'Drivers' })
  expect(drivers.querySelector('mark')?.textContent).toBe('210) 555-0154')
})

it('opens with Enter what comes for it, not what was there before', async () => {
  let answer: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.get('*/api/v1/admin/search', async () => {
      await isTime
      return HttpResponse.json({ success: true, data: { drivers: [driver] } })
    }),
  )
  const router = open('admin')
  await userEvent.type(screen.getByRole('combobox'), 'mina{Enter}')
  expect(router.state.location.pathname).toBe('/')
  answer()
  await waitFor(() => expect(router.state.location.pathname).toBe('/drivers/d1'))
  expect(useOpenDialog.getState().name).toBeNull()
})

it('opens in a new tab with Ctrl and Enter, and has what was opened as recent', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  open('admin')
  await userEvent.type(screen.getByRole('combobox'), 'mina')
  await screen.findByRole('group', { name: 'Drivers' })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith('/drivers/d1', '_blank', 'noopener')
  await userEvent.clear(screen.getByRole('combobox'))
  expect(within(screen.getByRole('group', { name: 'Recent' })).getByRole('option').textContent).toContain('Mina Silva')
  session.getState().signOut('signed-out')
  expect(localStorage.getItem('interline-recent')).toBeNull()
})

it('"Chat with" looks for whom', async () => {
  const router = open('admin')
  await userEvent.type(screen.getByRole('combobox'), 'chat with …')
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.click(screen.getByRole('option', { name: 'Chat with …' }))
  await userEvent.type(screen.getByRole('combobox'), 'mina')
  await screen.findByRole('option', { name: /Chat with Mina Silva/ })
  await userEvent.keyboard('{Enter}')
  expect(router.state.location).toMatchObject({
    pathname: '/user-chat/d1',
    state: { user_id: 'd1', full_name: 'Mina Silva', role: 'driver' },
  })
  expect(asked.at(-1)).toBe('mina')
})

it('asks a backend that has no such search nothing: there are screens and actions', async () => {
  open()
  await userEvent.type(screen.getByRole('combobox'), 'dri')
  expect(optionNames()).toEqual(['Driversgd'])
  await userEvent.clear(screen.getByRole('combobox'))
  expect(optionNames()).toContain('Log Out')
  expect(optionNames()).not.toContain('Chat with …')
  // With a role it is asked, for what is typed from then on.
  act(() => session.getState().takeRole('admin'))
  await userEvent.type(screen.getByRole('combobox'), 'mina')
  await screen.findByRole('group', { name: 'Drivers' })
  expect(asked).toEqual(['mina'])
})

it('says that the search failed, and keeps screens and actions', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.get('*/api/v1/admin/search', () => HttpResponse.json({}, { status: 500 })))
  open('admin')
  await userEvent.type(screen.getByRole('combobox'), 'dri')
  expect((await screen.findByRole('alert')).textContent).toContain('could not be searched')
  expect(optionNames()).toEqual(['Driversgd'])
})
