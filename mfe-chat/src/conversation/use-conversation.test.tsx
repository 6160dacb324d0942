import type { ReactNode } from 'react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import type { HistoryQuery } from '@interline/shared/contract'
import type { MessageRow } from '../api.ts'
import { createFakeSocket } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { sendMessage } from './outbox.ts'
import { useUnsent } from './unsent-store.ts'
import { useConversation } from './use-conversation.ts'

const held = vi.hoisted(() => ({
  socket: undefined as FakeSocket | undefined,
  rows: [] as MessageRow[],
  queries: [] as HistoryQuery[],
  hold: Promise.resolve(),
}))

vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)
vi.mock('../api.ts', () => ({
  readMessages: async (_: string, part: HistoryQuery) => {
    held.queries.push(part)
    const rows = held.rows.filter(({ seq }) => Number(seq) > (part.after ?? 0))
    await held.hold
    return rows
  },
}))

let socket: FakeSocket
const row = (seq: number): MessageRow => ({
  _id: `m${seq}`,
  seq,
  sender_id: 'p',
  message: `line ${seq}`,
  createdAt: new Date(seq * 60_000).toISOString(),
  seen_at: null,
})
const live = (seq: number) => ({
  senderId: 'p',
  receiverId: 'me',
  message: `line ${seq}`,
  _id: `m${seq}`,
  seq,
  createdAt: new Date(seq * 60_000).toISOString(),
})

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useConversation('p'), { wrapper })
  return () => result.current.lines.map(({ text }) => text)
}

beforeEach(() => {
  session
    .getState()
    .signIn({ token: 't', user: { _id: 'me', full_name: 'Maya', email: '', role: 'admin', profile_picture: null } })
  queryClient.clear()
  useUnsent.setState({ messages: [] })
  socket = createFakeSocket()
  Object.assign(held, { socket, rows: [row(1), row(2)], queries: [], hold: Promise.resolve() })
})

it('reads on every connect what was said since its last message, the first connect too', async () => {
  const texts = open()
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2']))
  for (const seq of [3, 4]) {
    held.rows = [...held.rows, row(seq)]
    act(() => {
      socket.down()
      socket.up()
    })
    await waitFor(() => expect(texts()).toHaveLength(seq))
  }
  expect(held.queries).toMatchObject([{ limit: 60 }, { after: 1 }, { after: 2 }])
  expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4'])
})

it('reads again after a connect in the middle of the first reading', async () => {
  let go: () => void = () => undefined
  held.hold = new Promise((resolve) => (go = resolve))
  const texts = open()
  await waitFor(() => expect(held.queries).toHaveLength(1))
  held.rows = [...held.rows, row(3)]
  act(() => socket.up())
  go()
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3']))
})

it('shows what arrives once, and reads what was skipped', async () => {
  const texts = open()
  await waitFor(() => expect(texts()).toHaveLength(2))
  act(() => socket.receive('receive-message', live(3)))
  act(() => socket.receive('receive-message', live(3)))
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3']))
  expect(held.queries).toHaveLength(1)
  held.rows = [1, 2, 3, 4, 5].map(row)
  act(() => socket.receive('receive-message', live(5)))
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5']))
  expect(held.queries).toHaveLength(2)
})

it('§4 shows an own message at once, before the backend has it', async () => {
  const texts = open()
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2']))
  act(() => void sendMessage({ senderId: 'me', receiverId: 'p', message: 'mine', role: 'User', at: 9e12, twins: 0 }))
  expect(texts()).toEqual(['line 1', 'line 2', 'mine'])
  expect(socket.sent.filter(({ event }) => event === 'send-message')).toHaveLength(0)
})

it('§4 shows what comes from a backend that does not count, and does not lose it to a reading under way', async () => {
  const bare = { senderId: 'p', message: 'hi' }
  held.rows = []
  const texts = open()
  await waitFor(() => expect(held.queries).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  act(() => socket.receive('receive-message', bare))
  act(() => socket.receive('receive-message', bare))
  await waitFor(() => expect(texts()).toEqual(['hi', 'hi']))
  let go: () => void = () => undefined
  held.hold = new Promise((resolve) => (go = resolve))
  act(() => socket.up())
  await waitFor(() => expect(held.queries).toHaveLength(2))
  act(() => socket.receive('receive-message', { ...bare, message: 'there?' }))
  held.rows = ['hi', 'hi', 'there?'].map((message, at) => ({ ...row(at + 1), message }))
  go()
  await waitFor(() => expect(texts()).toEqual(['hi', 'hi', 'there?']))
  await waitFor(() => expect(held.queries).toHaveLength(3))
})

it('has an own message as a row of the history once it is acknowledged', async () => {
  session.getState().takeBackend(['client-ids'])
  socket.up()
  const texts = open()
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2']))
  act(() => void sendMessage({ senderId: 'me', receiverId: 'p', message: 'mine', role: 'User', at: 9e12, twins: 0 }))
  const [sent] = socket.sent.filter(({ event }) => event === 'send-message')
  act(() => sent?.ack?.({ success: true, data: { _id: 'm3', seq: 3, createdAt: row(3).createdAt } }))
  expect([texts(), held.queries.length]).toEqual([['line 1', 'line 2', 'mine'], 1])
  act(() => socket.receive('receive-message', live(4)))
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'mine', 'line 4']))
  expect(held.queries).toHaveLength(1)
})
