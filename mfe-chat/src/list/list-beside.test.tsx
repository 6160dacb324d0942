import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { createFakeSocket } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { routes } from '../routes.tsx'
import { makeRoundTrip, openRoutes, startMockServer } from '@interline/shared/testing'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))
vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)
configure({ asyncUtilTimeout: 15_000 })

const base = `${window.location.origin}/api/v1`
const row = (n: number) => ({
  full_name: `Person ${n}`,
  profile_picture: null,
  last_message: `Message ${n}`,
  last_message_date: new Date(Date.now() - n * 60_000).toISOString(),
  last_message_is_seen: true,
  sender_id: `p${n}`,
  receiver_id: 'me',
})
const calls: string[] = []
const mockServer = setupServer(
  http.get(`${base}/user/chat-list`, () => {
    calls.push('list')
    return HttpResponse.json({ success: true, data: [row(1), row(2), row(3)] })
  }),
  http.get(`${base}/user/chats/:id`, () => HttpResponse.json({ success: true, data: [] })),
  http.get(`${base}/admin/*`, () => HttpResponse.json({ success: true, data: [] })),
  http.post(`${base}/user/chats/mark-seen`, () => HttpResponse.json({ success: true })),
)
startMockServer(mockServer)
beforeEach(() => {
  calls.length = 0
  held.socket = createFakeSocket()
  const user = { _id: 'me', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 't', user })
})
afterEach(() => vi.restoreAllMocks())

function open(width: number, address: string | { pathname: string; state: object }) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const most = Number(/max-width: (\d+)px/.exec(media)?.[1] ?? NaN)
    return Object.assign(new EventTarget(), { matches: width <= most }) as never
  })
  return openRoutes(routes, address)
}

const list = () => screen.findByRole('list', { name: 'Chat List' })

it('stands beside a conversation in a window of 1200 pixels, reads the list once, and marks the row that is open', async () => {
  const router = open(1200, '/user-chat/p2')
  const opened = await waitFor(async () => within(await list()).getByRole('link', { current: true }))
  expect(opened.textContent).toContain('Person 2')
  expect(opened.textContent).toContain('Message 2')
  expect(calls).toEqual(['list'])
  fireEvent.click(within(await list()).getByText('Person 3'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Chat with Person 3' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/user-chat/p3')
  expect(screen.getByRole('link', { name: 'Back to Chats' }).getAttribute('href')).toBe('/chats')
})

it('shows what the Chat List was asked for, and the way back leads to what it is asked for here', async () => {
  const state = { user_id: 'p2', full_name: 'Person 2', role: 'user', from: '/chats?q=person+2' }
  const router = open(1200, { pathname: '/user-chat/p2', state })
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(1)
  const search = screen.getByPlaceholderText<HTMLInputElement>('Search by name')
  expect(search.value).toBe('person 2')
  fireEvent.change(search, { target: { value: 'person 3' } })
  await waitFor(async () => expect((await list()).textContent).toContain('Person 3'))
  expect(router.state.location.pathname + router.state.location.search).toBe('/user-chat/p2')
  expect(screen.getByRole('link', { name: 'Back to Chats' }).getAttribute('href')).toBe('/chats?q=person+3')
  expect(screen.getByRole('heading', { level: 1, name: 'Chat with Person 2' })).toBeDefined()
})

it('leaves the way back to where the conversation was opened from, such as Drivers', async () => {
  const state = { user_id: 'p2', full_name: 'Person 2', role: 'Driver', from: '/drivers?page=2' }
  open(1200, { pathname: '/user-chat/p2', state })
  await list()
  fireEvent.change(screen.getByPlaceholderText('Search by name'), { target: { value: 'person 3' } })
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Back to Drivers' }).getAttribute('href')).toBe('/drivers?page=2')
})

it('is absent in a window of 1199 pixels, and is not read', async () => {
  const state = { user_id: 'p2', full_name: 'Person 2', role: 'user', from: '/chats' }
  open(1199, { pathname: '/user-chat/p2', state })
  expect(await screen.findByRole('heading', { name: 'Chat with Person 2' })).toBeDefined()
  await makeRoundTrip(mockServer)
  expect(screen.queryByRole('list', { name: 'Chat List' })).toBeNull()
  expect(calls).toEqual([])
})
