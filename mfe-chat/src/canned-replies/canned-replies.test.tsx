import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { Composer } from '../chat/composer.tsx'
import { openRoutes, startMockServer } from '@interline/shared/testing'

configure({ defaultHidden: true, asyncUtilTimeout: 15_000 })

const base = `${window.location.origin}/api/v1`
const reply = { is_shared: true, owner: { _id: 'a', full_name: 'Ana' }, revision: 0 }
const stored = [
  { ...reply, _id: 'r1', shortcut: 'hello', text: 'Hello {{first_name}}, here is {{my.first_name}}.' },
  { ...reply, _id: 'r2', shortcut: 'help', text: 'Your ride from {{booking.from}} is late.', is_shared: false },
  { ...reply, _id: 'r3', shortcut: 'wait', text: 'One moment' },
]
const saved: unknown[] = []
const mockServer = setupServer(
  http.get(`${base}/admin/canned-replies`, () => HttpResponse.json({ success: true, data: stored })),
  http.get(`${base}/admin/conversations/bookings`, () => HttpResponse.json({ success: true, data: [] })),
  http.post(`${base}/admin/canned-replies/save`, async ({ request }) => {
    saved.push(await request.json())
    return HttpResponse.json({ success: true, data: { _id: 'r4' } })
  }),
)
startMockServer(mockServer)
beforeEach(() => {
  saved.length = 0
  sessionStorage.clear()
  signIn('support')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

function signIn(admin_role: 'support' | 'viewer' | undefined) {
  session.getState().signIn({
    token: 't',
    user: {
      _id: 'me',
      full_name: 'Maya Lindqvist',
      email: '',
      role: 'admin',
      profile_picture: null,
      ...(admin_role && { admin_role }),
    },
  })
}

function open() {
  const onSend = vi.fn()
  const element = <Composer partyId="p" name="Jane Doe" fullName="Jane Doe" onSend={onSend} />
  openRoutes([{ path: '/', element }], '/')
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message to Jane Doe')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const press = (key: string) => fireEvent.keyDown(input, { key })
  return { onSend, input, type, press }
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent

it('opens with "/", is narrowed by what follows, and Enter puts the text in with its variables filled', async () => {
  const { input, type, press, onSend } = open()
  type('/')
  await screen.findByRole('listbox')
  expect(options()).toHaveLength(3)
  type('/he')
  await waitFor(() => expect(options()).toHaveLength(2))
  await waitFor(() => expect(active(input)).toContain('/help'))
  press('ArrowDown')
  await waitFor(() => expect(active(input)).toContain('/hello'))
  press('Enter')
  await waitFor(() => expect(input.value).toBe('Hello Jane, here is Maya.'))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onSend).not.toHaveBeenCalled()
  press('Enter')
  expect(onSend.mock.calls).toEqual([['Hello Jane, here is Maya.']])
})

it('does not send at once what is not filled in: it is selected and named first', async () => {
  const { input, type, press, onSend } = open()
  type('/help')
  await waitFor(() => expect(options()).toHaveLength(1))
  press('Enter')
  await waitFor(() => expect(input.value).toBe('Your ride from {{booking.from}} is late.'))
  expect(screen.getByText(/Still to be filled in: {{booking.from}}/)).toBeDefined()
  press('Enter')
  expect(onSend).not.toHaveBeenCalled()
  expect(input.value.slice(input.selectionStart, input.selectionEnd)).toBe('{{booking.from}}')
  press('Enter')
  expect(onSend).toHaveBeenCalledTimes(1)
})

it.each([
  ['was typed on', 'Something else', undefined],
  ['Escape closed the list', '/help', 'Escape'],
])('puts no reply in whose bookings arrive after %s', async (_, text, key) => {
  queryClient.clear()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  mockServer.use(
    http.get(`${base}/admin/conversations/bookings`, async () => {
      await waiting
      return HttpResponse.json({ success: true, data: [] })
    }),
  )
  const { input, type, press } = open()
  type('/help')
  await waitFor(() => expect(options()).toHaveLength(1))
  press('Enter')
  type(text)
  if (key) press(key)
  answer()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(async () => undefined)
  expect(input.value).toBe(text)
})

const bookingFrom = (address: string) => ({
  _id: address,
  user: { _id: 'p', full_name: 'Jane Doe' },
  driver: { _id: 'd', full_name: 'Mina Silva' },
  ride: { source: { address }, destination: { address: 'Houston' }, ride_time: '09:30 AM', amount: 28 },
  createdAt: '2024-05-01T12:00:00.000Z',
  status: 'Accepted',
})

it.each([
  ['asks by the keys which of several bookings a reply is about', ['Dallas', 'Austin']],
  ['takes the booking of somebody who has one at once', ['Austin']],
])('%s', async (_, addresses) => {
  queryClient.clear()
  const data = addresses.map(bookingFrom)
  mockServer.use(http.get(`${base}/admin/conversations/bookings`, () => HttpResponse.json({ success: true, data })))
  const { input, type, press } = open()
  type('/help')
  await waitFor(() => expect(options()).toHaveLength(1))
  press('Enter')
  if (addresses.length > 1) {
    expect(await screen.findByRole('listbox', { name: 'Which booking?' })).toBeDefined()
    expect(options()).toEqual([
      expect.stringContaining('Dallas → Houston'),
      expect.stringContaining('Austin → Houston'),
    ])
    expect(input.value).toBe('/help')
    press('ArrowDown')
    await waitFor(() => expect(active(input)).toContain('Austin'))
    press('Enter')
  }
  await waitFor(() => expect(input.value).toBe('Your ride from Austin is late.'))
})

it('sends nothing with Enter while the replies are on their way, and what begins with "/" after Escape', async () => {
  const { type, press, onSend } = open()
  type('/he')
  press('Enter')
  expect(onSend).not.toHaveBeenCalled()
  await screen.findByRole('listbox')
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  press('Enter')
  expect(onSend.mock.calls).toEqual([['/he']])
})

it('leaves Enter to a text that no reply has, and a path in the middle of a text alone', async () => {
  const { type, press, onSend } = open()
  type('/nothing-like-it')
  await screen.findByText('No canned reply for “/nothing-like-it”.')
  press('Enter')
  type('one /he')
  expect(screen.queryByRole('listbox')).toBeNull()
  press('Enter')
  expect(onSend.mock.calls).toEqual([['/nothing-like-it'], ['one /he']])
})

it('is opened by its button too, and then goes in where the text is being written', async () => {
  const { input, type } = open()
  type('Well. Bye')
  input.setSelectionRange(6, 6)
  fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
  fireEvent.click(await screen.findByText('One moment'))
  await waitFor(() => expect(input.value).toBe('Well. One momentBye'))
})

it.each([
  ['a role that may not answer', 'viewer' as const],
  ['a backend without roles', undefined],
])('is absent for %s', (_, role) => {
  signIn(role)
  const { type, press, onSend } = open()
  expect(screen.queryByRole('button', { name: 'Canned replies' })).toBeNull()
  type('/hello')
  press('Enter')
  expect(onSend.mock.calls).toEqual([['/hello']])
})

it('makes a shared one, says what is wrong before, and asks before it loses what was typed', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Manage canned replies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'New reply' }))
  fireEvent.change(screen.getByLabelText('Shortcut'), { target: { value: '/Hello' } })
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Hi {{name}}' } })
  fireEvent.click(screen.getByLabelText('Share with everybody who answers'))
  fireEvent.click(screen.getByRole('button', { name: 'Keep reply' }))
  expect(await screen.findByText('Another shared reply has this shortcut.')).toBeDefined()
  expect(screen.getByText('There is no variable {{name}}.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Hi {{name}}')
  fireEvent.change(screen.getByLabelText('Shortcut'), { target: { value: 'hi' } })
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Hi ' } })
  fireEvent.click(screen.getByRole('button', { name: 'first name' }))
  fireEvent.click(screen.getByRole('button', { name: 'Keep reply' }))
  await waitFor(() => expect(saved).toEqual([{ shortcut: 'hi', text: 'Hi {{first_name}}', is_shared: true }]))
  expect(await screen.findByRole('button', { name: 'New reply' })).toBeDefined()
})

it('keeps the form with the reason when somebody else changed the reply meanwhile', async () => {
  mockServer.use(
    http.post(`${base}/admin/canned-replies/save`, () =>
      HttpResponse.json(
        { success: false, status: 409, type: 'about:blank', title: 'x', request_id: 'r', changed_by: 'Theo' },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  )
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Canned replies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Manage canned replies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Change /wait' }))
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Two moments' } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep reply' }))
  expect(await screen.findByText(/Theo changed this reply meanwhile/)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Two moments')
})
