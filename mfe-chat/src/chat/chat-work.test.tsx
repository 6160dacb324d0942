import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient, refreshResource } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { createFakeSocket } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { routes } from '../routes.tsx'
import { openRoutes, startMockServer } from '@interline/shared/testing'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))
vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)
configure({ defaultHidden: true, asyncUtilTimeout: 15_000 })

const base = `${window.location.origin}/api/v1`
const row = (n: number, more = {}) => ({
  full_name: `Person ${n}`,
  profile_picture: null,
  last_message: `Message ${n}`,
  last_message_date: new Date(Date.now() - n * 60_000).toISOString(),
  last_message_is_seen: false,
  sender_id: `p${n}`,
  receiver_id: 'me',
  party_id: `p${n}`,
  party_role: 'user',
  unseen_count: 1,
  assigned_to: null,
  closed_at: null,
  waiting_since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  ...more,
})
const asked: string[] = []
const posted: unknown[] = []
let one: object = row(1)
const success = (data: unknown, meta?: object) => HttpResponse.json({ success: true, data, ...(meta && { meta }) })
const mockAnswer = (rows: object[], next?: string) =>
  success(rows, { total: 3, page: null, page_size: 100, ...(next !== undefined && { next }) })
const mockServer = setupServer(
  http.get(`${base}/user/chat-list`, ({ request }) => {
    const query = new URL(request.url).searchParams
    asked.push(
      [...query]
        .map((pair) => pair.join('='))
        .toSorted()
        .join('&'),
    )
    if (query.has('id')) return success([one], { total: 1, page: 1, page_size: 50 })
    if (query.has('cursor')) return success([row(3)], { total: 3, page: null, page_size: 100 })
    return success([row(1, { assigned_to: { _id: 'theo', full_name: 'Theo' } }), row(2)], {
      total: 3,
      page: 1,
      page_size: 2,
      next: 'c2',
    })
  }),
  http.get(`${base}/admin/conversations/counts`, () =>
    success({ unread: 3, unanswered: 12, mine: 0, unassigned: 1000, closed: 1 }),
  ),
  http.get(`${base}/admin/conversations/assignees`, () =>
    success([
      { _id: 'me', full_name: 'Maya' },
      { _id: 'theo', full_name: 'Theo' },
    ]),
  ),
  http.get(`${base}/admin/conversations/next`, ({ request }) => {
    const after = new URL(request.url).searchParams.get('after')
    return success(after === 'p1' ? { party_id: 'p2', full_name: 'Person 2', party_role: 'driver' } : null)
  }),
  http.get(`${base}/admin/conversations/messages`, () =>
    success([
      {
        _id: 'm9',
        party_id: 'p1',
        party_role: 'user',
        full_name: 'Person 1',
        seq: 9,
        message: 'Where is my refund?',
        is_theirs: true,
        createdAt: new Date().toISOString(),
      },
    ]),
  ),
  http.get(`${base}/admin/conversations/bookings`, () =>
    success([
      {
        _id: 'b1',
        user: { _id: 'p1', full_name: 'Person 1' },
        driver: { _id: 'd1', full_name: 'Mina Silva' },
        ride: { source: { address: 'Austin' }, destination: { address: 'Houston' }, ride_time: '09:30 AM', amount: 28 },
        createdAt: '2024-05-01T12:00:00.000Z',
        status: 'Accepted',
      },
    ]),
  ),
  http.post(`${base}/admin/conversations/:what`, async ({ request, params }) => {
    posted.push([params['what'], await request.json()])
    return success(undefined)
  }),
  http.post(`${base}/user/chats/mark-seen`, () => success(undefined)),
  http.get(`${base}/user/chats/:id`, () => success([])),
)

startMockServer(mockServer)
beforeEach(() => {
  asked.length = 0
  posted.length = 0
  one = row(1)
  sessionStorage.clear()
  held.socket = createFakeSocket()
  signIn('support')
  // jsdom has no layout: nothing comes near the window by itself.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signIn(admin_role: 'support' | 'viewer' | undefined) {
  const user = { _id: 'me', full_name: 'Maya', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 't', user: { ...user, ...(admin_role && { admin_role }) } })
}

function open(address: string) {
  document.head.innerHTML = '<title></title>'
  return openRoutes([...routes, { path: '/', element: <p>home</p> }], address)
}

const names = () =>
  within(screen.getByRole('list', { name: 'Chat List' }))
    .getAllByRole('listitem')
    .flatMap((item) => item.querySelector('.il-person-name')?.textContent ?? [])

it('asks for the list by the page, shows who works on what, and adds the next rows', async () => {
  open('/chats')
  expect(await screen.findByText('With Theo')).toBeDefined()
  // To the letter what the page asked for before this code was there: remote.json.
  expect(asked).toEqual(['page=1&page_size=20&sort=-last_message_date'])
  expect(names()).toEqual(['Person 1', 'Person 2'])
  expect(screen.getAllByText('Waiting')[0]?.parentElement?.textContent).toBe('Waiting 3 hours')
  fireEvent.click(await screen.findByRole('button', { name: 'Load more conversations' }))
  await waitFor(() => expect(names()).toEqual(['Person 1', 'Person 2', 'Person 3']))
  expect(asked.at(-1)).toBe('cursor=c2&page_size=100&sort=-last_message_date')
  expect(screen.queryByRole('button', { name: 'Load more conversations' })).toBeNull()
})

it('keeps the next rows when the list is read again', async () => {
  open('/chats')
  fireEvent.click(await screen.findByRole('button', { name: 'Load more conversations' }))
  void refreshResource('chats')
  await waitFor(() => expect(names()).toEqual(['Person 1', 'Person 2', 'Person 3']))
  mockServer.use(
    http.get(`${base}/user/chat-list`, ({ request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? mockAnswer([row(3, { last_message: 'Newer' }), row(2)])
        : mockAnswer([row(1), row(2)], 'c2'),
    ),
  )
  await refreshResource('chats')
  expect(await screen.findByText('Newer')).toBeDefined()
  expect(names()).toEqual(['Person 1', 'Person 2', 'Person 3'])
})

it.each([
  '50%25',
  '%E0%A4%A',
  '../../admin',
  '%3Cscript%3E',
  '__proto__',
  '',
  '%00',
  '%F0%9F%9A%97',
  'x'.repeat(10_000),
])('asks nobody for what its address says wrongly (%#)', async (value) => {
  open(`/chats?show=${value}&sort=${value}&q=%00${value}`)
  expect(await screen.findByText('Person 1')).toBeDefined()
  const query = new URLSearchParams(asked[0])
  expect([query.get('show'), query.get('sort')]).toEqual([null, '-last_message_date'])
  expect(query.get('q') ?? '').toMatch(/^[^\p{Cc}\p{Cs}]{0,200}$/u)
  expect(screen.getByRole('link', { name: /^All/ }).getAttribute('aria-current')).toBe('true')
})

it('has its filters and their counts as links, and unread first as an order', async () => {
  const router = open('/chats?q=person')
  const filters = await screen.findByRole('navigation', { name: 'Which conversations' })
  await waitFor(() => expect(within(filters).getByRole('link', { name: 'Unanswered 12' })).toBeDefined())
  expect(within(filters).getByRole('link', { name: 'Unassigned 999+' })).toBeDefined()
  fireEvent.click(within(filters).getByRole('link', { name: 'Unanswered 12' }))
  // By who waits longest: the backend's order of it.
  await waitFor(() => expect(asked.at(-1)).toContain('q=person&show=unanswered'))
  expect(asked.at(-1)).not.toContain('sort=')
  expect(within(filters).getByRole('link', { name: 'Unanswered 12' }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByLabelText('Unread first'))
  await waitFor(() => expect(asked.at(-1)).toContain('sort=unread'))
  expect(router.state.location.search).toBe('?q=person&show=unanswered&sort=unread')
})

it('finds messages beside names, and leads to each in its conversation', async () => {
  open('/chats?q=refund')
  const link = await screen.findByRole('link', { name: /Where is my refund/ })
  expect(link.getAttribute('href')).toBe('/user-chat/p1?message=9')
  expect(link.querySelector('mark')?.textContent).toBe('refund')
})

const toasts = () => [...document.querySelectorAll('.il-toast')].map((toast) => toast.textContent)

it('takes a conversation on, gives it to a colleague, and closes it', async () => {
  open('/user-chat/p1')
  fireEvent.click(await screen.findByRole('button', { name: 'Take on' }))
  await waitFor(() => expect(posted).toEqual([['assign', { party_id: 'p1', assigned_to: 'me', expected: null }]]))
  await waitFor(() => expect(toasts()).toEqual(['Assigned to Maya.']))
  one = row(1, { assigned_to: { _id: 'me', full_name: 'Maya' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Close conversation' }))
  await waitFor(() => expect(posted.at(-1)).toEqual(['close', { party_id: 'p1', is_closed: true }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take on' })).toBeNull())
  await waitFor(() => expect(toasts().at(-1)).toBe('The conversation is closed.'))
  expect(screen.getByText('Maya (me)')).toBeDefined()
})

it('says who was quicker', async () => {
  mockServer.use(
    http.post(`${base}/admin/conversations/assign`, () =>
      HttpResponse.json(
        {
          success: false,
          status: 409,
          type: 'about:blank',
          title: 'Theo works on this conversation meanwhile',
          request_id: 'r',
        },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      ),
    ),
  )
  open('/user-chat/p1')
  fireEvent.click(await screen.findByRole('button', { name: 'Take on' }))
  await waitFor(() =>
    expect(toasts()).toEqual([
      expect.stringMatching(/^It was not assigned.*Theo works on this conversation meanwhile/),
    ]),
  )
})

it('goes to who waits next by its key, and says when nobody does', async () => {
  const router = open('/user-chat/p1')
  await screen.findByRole('button', { name: 'Next unanswered' })
  fireEvent.keyDown(document.body, { code: 'KeyN', altKey: true })
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-chat/p2'))
  expect(router.state.location.state).toMatchObject({ user_id: 'p2', full_name: 'Person 2', from: '/chats' })
  await screen.findByRole('heading', { name: 'Chat with Person 2' })
  fireEvent.click(await screen.findByRole('button', { name: 'Next unanswered' }))
  await waitFor(() => expect(toasts().at(-1)).toBe('Nobody else waits for an answer.'))
})

it('puts a booking of the person where the message is being written', async () => {
  open('/user-chat/p1')
  const input = await screen.findByPlaceholderText<HTMLTextAreaElement>('Type a message...')
  fireEvent.change(input, { target: { value: 'About : ' } })
  input.setSelectionRange(6, 6)
  fireEvent.click(await screen.findByRole('button', { name: 'Bookings' }))
  fireEvent.click(await screen.findByRole('button', { name: /Put the booking from Austin to Houston/ }))
  await waitFor(() =>
    expect(input.value).toBe(
      'About the ride from Austin to Houston of 05/01/2024 at 09:30 AM with Mina Silva (28 $, Accepted): ',
    ),
  )
  expect(screen.getByText('Austin → Houston').translate).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Hide bookings' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bookings' }))
})

it('is looked at and not changed by a viewer', async () => {
  signIn('viewer')
  one = row(1, { closed_at: new Date().toISOString() })
  open('/user-chat/p1')
  expect(await screen.findByRole('button', { name: 'Next unanswered' })).toBeDefined()
  expect(await screen.findByText('Closed')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Take on|Close conversation|Reopen/ })).toBeNull()
})

it('is absent with a backend that has no roles: the list is asked for as SPEC §7 says, and nothing else', async () => {
  signIn(undefined)
  open('/chats')
  await waitFor(() => expect(names()).toHaveLength(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked).toEqual([''])
  expect(screen.queryByRole('navigation', { name: 'Which conversations' })).toBeNull()
  expect(document.title).toBe('Chats · Interline')
})
