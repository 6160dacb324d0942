import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import { createFakeSocket, sharedWith } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { routes } from '../routes.tsx'
import { makeRoundTrip, openRoutes, startMockServer } from '@interline/shared/testing'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))
vi.mock('@interline/shared/realtime', async (original) => sharedWith(await original<object>(), () => held.socket))

const base = `${window.location.origin}/api/v1`
const message = { _id: 'm1', sender_id: 'd1', message: 'Is my licence fine?', createdAt: '2024-05-01T12:00:00.000Z' }
const marked: unknown[] = []
let reads = 0
const mockServer = setupServer(
  http.get(`${base}/user/chats/d1`, () => {
    reads += 1
    return HttpResponse.json({ success: true, data: [message] })
  }),
  http.get(`${base}/user/chat-list`, () => HttpResponse.json({ success: true, data: [] })),
  http.get(`${base}/admin/*`, () => HttpResponse.json({ success: true, data: [] })),
  http.post(`${base}/user/chats/mark-seen`, async ({ request }) => {
    marked.push(await request.json())
    return HttpResponse.json({ success: true })
  }),
)
startMockServer(mockServer)

const pointerIs = (pointer: 'fine' | 'coarse') =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: media === `(pointer: ${pointer})` }) as never,
    )

function open(address: string) {
  openRoutes(routes, address)
}

it('is read and not marked as seen where the role may not write; the place of the input says so', async () => {
  const user = { _id: 'me', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 't', user: { ...user, admin_role: 'viewer' } })
  held.socket = createFakeSocket()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  open('/user-chat/d1')
  await waitFor(() => expect(reads).toBe(1))
  await makeRoundTrip(mockServer)
  expect(screen.getByText('Your role may read chats, not write in them.')).toBeDefined()
  expect(screen.queryByPlaceholderText('Type a message...')).toBeNull()
  expect(marked).toEqual([])
  act(() => session.getState().takeRole('support'))
  expect(await screen.findByPlaceholderText('Type a message...')).toBeDefined()
  await waitFor(() => expect(marked).toEqual([{ sender_id: 'd1', receiver_id: 'me' }]))
})

it.each([
  ['has the focus in its input on a screen with a mouse', true, 'Type a message...'],
  ['leaves the focus alone on touch, where it would bring up the keyboard', false, null],
])('%s', async (_, fine, focused) => {
  const user = { _id: 'me', full_name: 'Jo', email: '', role: 'admin' as const, profile_picture: null }
  session.getState().signIn({ token: 't', user })
  held.socket = createFakeSocket()
  pointerIs(fine ? 'fine' : 'coarse')
  open('/user-chat/d1')
  await screen.findByPlaceholderText('Type a message...')
  expect(document.activeElement?.getAttribute('placeholder') ?? null).toBe(focused)
})

it('leaves no listener behind, however often it is opened', async () => {
  held.socket = createFakeSocket()
  held.socket.up()
  let onPage: [type: string, listener: unknown][] = []
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target
    type Given = Parameters<typeof addEventListener>
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: Given) => {
      onPage.push([given[0], given[1]])
      addEventListener.apply(target, given)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: Given) => {
      onPage = onPage.filter(([type, listener]) => type !== given[0] || listener !== given[1])
      removeEventListener.apply(target, given)
    })
  }
  const left: number[] = []
  for (let times = 0; times < 3; times += 1) {
    open('/user-chat/d1')
    await screen.findByRole('log')
    cleanup()
    left.push(held.socket.listeners())
    // The router's own, of which the product has one.
    onPage = onPage.filter(([type]) => type !== 'pagehide')
    if (times === 0) onPage = []
  }
  // The outbox listens once, whatever is open.
  expect(left[2]).toBe(left[0])
  expect(onPage).toEqual([])
  vi.restoreAllMocks()
})

it('takes the focus from nobody who types elsewhere', async () => {
  held.socket = createFakeSocket()
  pointerIs('fine')
  render(<input aria-label="Search" />)
  screen.getByLabelText('Search').focus()
  open('/user-chat/d1')
  await screen.findByPlaceholderText('Type a message...')
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

it('asks for earlier messages once, and after a failure when the person does', async () => {
  held.socket = createFakeSocket()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
  const newest = Array.from({ length: 60 }, (_, at) => ({ ...message, _id: `m${at}`, seq: at + 100 }))
  let asked = 0
  mockServer.use(
    http.get(`${base}/user/chats/d1`, ({ request }) => {
      if (!new URL(request.url).searchParams.has('before')) return HttpResponse.json({ success: true, data: newest })
      asked += 1
      return HttpResponse.json({ success: false }, { status: 500 })
    }),
  )
  open('/user-chat/d1')
  await screen.findByText('Earlier messages could not be loaded.')
  await makeRoundTrip(mockServer)
  await makeRoundTrip(mockServer)
  expect(asked).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked).toBe(2))
})
