import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient, refreshResource } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { useConnection } from '@interline/shared/realtime'
import { createFakeSocket } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { routes } from '../routes.tsx'
import { makeRoundTrip, openRoutes, startMockServer } from '@interline/shared/testing'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))

vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)
configure({ defaultHidden: true })

const base = `${window.location.origin}/api/v1`
const mockServer = setupServer(
  http.get(`${base}/admin/conversations/counts`, () =>
    HttpResponse.json({ success: true, data: { unread: 0, unanswered: 0, mine: 0, unassigned: 0, closed: 0 } }),
  ),
  http.get(`${base}/admin/conversations/messages`, () => HttpResponse.json({ success: true, data: [] })),
)
const marked: unknown[] = []

startMockServer(mockServer)
beforeEach(() => {
  marked.length = 0
  held.socket = createFakeSocket()
  session.getState().signIn({
    token: 't',
    user: { _id: 'me', full_name: 'Maya', email: 'maya@x.test', role: 'admin', profile_picture: null },
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const jane = {
  full_name: 'Jane Doe',
  profile_picture: null,
  last_message: 'Is my licence fine?',
  last_message_date: ago(3),
  last_message_is_seen: false,
  sender_id: 'd1',
  receiver_id: 'me',
}
const ann = {
  full_name: 'Ann Lee',
  profile_picture: null,
  last_message: 'You are welcome',
  last_message_date: ago(60),
  last_message_is_seen: false,
  sender_id: 'me',
  receiver_id: 'u1',
}

function open(answer: () => Response, address = '/chats') {
  mockServer.use(
    http.get(`${base}/user/chat-list`, answer),
    http.post(`${base}/user/chats/mark-seen`, async ({ request }) => {
      marked.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  const [list] = routes
  return openRoutes(
    [list, { path: '/user-chat/:id', element: <p>a chat</p> }, { path: '/', element: <p>home</p> }].filter(
      (route) => route !== undefined,
    ),
    address,
  )
}

const chats =
  (...data: unknown[]) =>
  () =>
    HttpResponse.json({ success: true, data })
const names = () =>
  screen.getAllByRole('listitem').flatMap((row) => row.querySelector('.il-person-name')?.textContent ?? [])

it('§2 Chat List shows name, last message and relative time, the newest first, a red dot only for what others wrote', async () => {
  open(chats(ann, jane))
  expect((await screen.findByText('Is my licence fine?')).closest('li')?.querySelector('time')?.textContent).toBe(
    '3 minutes ago',
  )
  expect(names()).toEqual(['Jane Doe', 'Ann Lee'])
  expect(
    screen
      .getAllByLabelText('Unseen message')
      .map((dot) => dot.closest('li')?.querySelector('.il-person-name')?.textContent),
  ).toEqual(['Jane Doe'])
})

it('§2 Search by name matches the full name in any case and lives in the address; nobody: No chats found', async () => {
  const router = open(chats(ann, jane))
  const box = await screen.findByPlaceholderText('Search by name')
  await screen.findByText('Jane Doe')
  fireEvent.change(box, { target: { value: 'jANE' } })
  await waitFor(() => expect(names()).toEqual(['Jane Doe']))
  expect(router.state.location.search).toBe('?q=jANE')
  fireEvent.change(box, { target: { value: 'nobody' } })
  expect(await screen.findByText('No chats found')).toBeDefined()
})

it('leaves the caret in the middle of the word that is typed, and takes what Back leads to', async () => {
  const router = open(chats(ann, jane), '/chats?q=jne')
  await screen.findByText('No chats found')
  await act(() => router.navigate('/chats?q=jn'))
  const box = screen.getByPlaceholderText<HTMLInputElement>('Search by name')
  expect(box.value).toBe('jn')
  const writes = vi.spyOn(router, 'navigate')
  for (const [typed, caret] of [
    ['jan', 2],
    ['jaan', 3],
    ['jan', 2],
  ] as const) {
    // As a browser does it: the text and the caret are there before the event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, typed)
    box.setSelectionRange(caret, caret)
    fireEvent.input(box)
    expect([box.value, box.selectionStart]).toEqual([typed, caret])
  }
  await waitFor(() => expect(router.state.location.search).toBe('?q=jan'))
  expect([box.value, box.selectionStart, writes.mock.calls.length]).toEqual(['jan', 2, 1])
  await act(() => router.navigate(-1))
  await waitFor(() => expect(box.value).toBe('jne'))
})

it('draws the visible rows first, at the length of all of them, then the others', async () => {
  const people = Array.from({ length: 40 }, (_, at) => ({
    ...jane,
    full_name: `Person ${at}`,
    sender_id: `d${at}`,
    last_message_date: ago(at),
  }))
  const drawnLists: { rows: number; minHeight: string }[] = []
  const watch = new MutationObserver(() => {
    const list = document.querySelector<HTMLElement>('.list')
    if (list) drawnLists.push({ rows: list.children.length, minHeight: list.style.minHeight })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  open(chats(...people))
  await waitFor(() => expect(names()).toHaveLength(40))
  watch.disconnect()
  expect(drawnLists[0]).toEqual({ rows: 10, minHeight: '2720px' })
  expect(names()).toEqual(people.map(({ full_name }) => full_name))
  expect(document.querySelector<HTMLElement>('.list')?.style.minHeight).toBe('')
})

it('§8 says No chats found where there are none', async () => {
  open(chats())
  expect(await screen.findByText('No chats found')).toBeDefined()
})

it('§4 a click marks the chat as seen, then opens it with what it knows of the person', async () => {
  const router = open(chats({ ...jane, party_id: 'd1', party_role: 'driver' }), '/chats?q=jane')
  fireEvent.click(await screen.findByText('Jane Doe'))
  await waitFor(() => expect(marked).toEqual([{ sender_id: 'd1', receiver_id: 'me' }]))
  expect(router.state.location.pathname).toBe('/user-chat/d1')
  expect(router.state.location.state).toMatchObject({
    user_id: 'd1',
    full_name: 'Jane Doe',
    role: 'driver',
    from: '/chats?q=jane',
  })
})

it('leaves a chat unseen, and shows no dot, where the role may not answer', async () => {
  act(() => session.getState().takeRole('viewer'))
  const router = open(chats({ ...jane, party_id: 'd1', party_role: 'driver' }), '/chats?q=jane')
  await screen.findByText('Jane Doe')
  expect([screen.queryByLabelText('Unseen message'), screen.queryByLabelText('Unread first')]).toEqual([null, null])
  fireEvent.click(screen.getByText('Jane Doe'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-chat/d1'))
  await makeRoundTrip(mockServer)
  expect(marked).toEqual([])
})

it('bears rows of which hardly anything is known', async () => {
  open(
    chats(
      {},
      { full_name: 7, last_message: { html: 1 }, last_message_date: 'soon', sender_id: null, receiver_id: 'me' },
      null,
    ),
  )
  await waitFor(() => expect(names()).toEqual(['N/A', '7']))
  expect(screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/user-chat'))).toEqual(
    [],
  )
})

it('§8 a failure is logged and said in its place, and Retry brings the list', async () => {
  open(() => HttpResponse.html('<p>hello</p>'))
  expect((await screen.findByRole('alert')).textContent).toContain('The chat list could not be loaded')
  expect(console.error).toHaveBeenCalledWith('Loading chats: not-understood 200')
  mockServer.use(http.get(`${base}/user/chat-list`, chats(jane)))
  fireEvent.click(screen.getByText('Retry'))
  expect(await screen.findByText('Jane Doe')).toBeDefined()
})

it('shows a newer message in its row, and moves the row up only when one wants it', async () => {
  open(chats(jane, ann))
  await screen.findByText('You are welcome')
  const answered = {
    ...ann,
    last_message: 'One more question',
    last_message_date: ago(0),
    sender_id: 'u1',
    receiver_id: 'me',
  }
  const bob = { ...jane, full_name: 'Bob Ray', last_message: 'Hello', last_message_date: ago(1), sender_id: 'd2' }
  mockServer.use(http.get(`${base}/user/chat-list`, chats(jane, answered, bob)))
  await act(() => refreshResource('chats'))
  expect((await screen.findByText('One more question')).closest('li')?.getAttribute('data-changed')).toBe('once')
  expect(names()).toEqual(['Jane Doe', 'Ann Lee'])
  expect(screen.getByRole('status').textContent).toBe('2 chats with newer messages')
  fireEvent.click(screen.getByText('2 newer · Show'))
  expect(names()).toEqual(['Ann Lee', 'Bob Ray', 'Jane Doe'])
  expect(screen.queryByText(/with newer messages/)).toBeNull()
  expect(document.activeElement?.textContent).toContain('Chat List')
})

it('has the newest order when one comes back to it', async () => {
  queryClient.setQueryData(
    ['chats', 'pages'],
    { pages: [{ rows: [jane, ann], isPaged: false }], pageParams: [null] },
    { updatedAt: Date.now() - 60_000 },
  )
  open(chats(jane, { ...ann, last_message_date: ago(0) }))
  await waitFor(() => expect(names()).toEqual(['Ann Lee', 'Jane Doe']))
  expect(screen.queryByText(/with newer messages/)).toBeNull()
})

it('shows who is connected and who types, as the backend reports it', async () => {
  session.getState().takeBackend(['presence'])
  useConnection.setState({ state: 'connected' })
  held.socket?.up()
  open(chats(ann, jane))
  const row = async () => (await screen.findByText('Jane Doe')).closest('li')
  expect((await row())?.querySelector('.dot')).toBeNull()
  await waitFor(() =>
    expect(held.socket?.sent.find(({ event }) => event === 'watch-presence')?.payload).toEqual({
      partyIds: ['d1', 'u1'],
    }),
  )
  held.socket?.sent
    .find(({ event }) => event === 'watch-presence')
    ?.ack?.({
      success: true,
      data: [
        { partyId: 'd1', isOnline: true, lastSeenAt: null },
        { partyId: 'u1', isOnline: false, lastSeenAt: ago(5) },
      ],
    })
  expect(await screen.findByText('Online')).toBeDefined()
  expect(screen.getByText('Ann Lee').closest('li')?.querySelector('.presence')?.textContent).toBe(
    'Last seen 5 minutes ago',
  )
  expect((await row())?.querySelector('.dot')?.getAttribute('data-online')).toBe('true')
  held.socket?.receive('typing', { partyId: 'd1', senderId: 'd1', full_name: 'Jane Doe', isTyping: true })
  await waitFor(async () => expect((await row())?.querySelector('.il-person-detail')?.textContent).toBe('Typing…'))
  held.socket?.receive('typing', { partyId: 'd1', senderId: 'd1', isTyping: false })
  await waitFor(async () =>
    expect((await row())?.querySelector('.il-person-detail')?.textContent).toBe('Is my licence fine?'),
  )
})
