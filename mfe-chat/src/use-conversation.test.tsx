import type { ReactNode } from 'react'
import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient, session } from '@interline/shared'
import type { HistoryQuery } from '@interline/shared/contract'
import type { MessageRow } from './api.ts'
import { createFakeSocket } from './fake-socket.ts'
import type { FakeSocket } from './fake-socket.ts'
import { useConversation } from './use-conversation.ts'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined, rows: [] as MessageRow[], asked: [] as HistoryQuery[], hold: Promise.resolve() }))

vi.mock('@interline/shared', async (original) => (await import('./fake-socket.ts')).sharedWith(await original<object>(), () => held.socket))
vi.mock('./api.ts', () => ({
  readMessages: async (_: string, part: HistoryQuery) => {
    held.asked.push(part)
    const rows = held.rows.filter(({ seq }) => Number(seq) > (part.after ?? 0))
    await held.hold
    return rows
  },
}))

let socket: FakeSocket
const row = (seq: number): MessageRow => ({ _id: `m${seq}`, seq, sender_id: 'p', message: `line ${seq}`, createdAt: new Date(seq * 60_000).toISOString(), seen_at: null })
const live = (seq: number) => ({ senderId: 'p', receiverId: 'me', message: `line ${seq}`, _id: `m${seq}`, seq, createdAt: new Date(seq * 60_000).toISOString() })

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useConversation('p'), { wrapper })
  return () => result.current.lines.map(({ text }) => text)
}

beforeEach(() => {
  session.getState().signIn({ token: 't', user: { _id: 'me', full_name: 'Maya', email: '', role: 'admin', profile_picture: null } })
  queryClient.clear()
  socket = createFakeSocket()
  Object.assign(held, { socket, rows: [row(1), row(2)], asked: [], hold: Promise.resolve() })
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
  expect(held.asked).toMatchObject([{ limit: 60 }, { after: 1 }, { after: 2 }])
  expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4'])
})

it('reads again after a connect in the middle of the first reading', async () => {
  let go: () => void = () => undefined
  held.hold = new Promise((resolve) => (go = resolve))
  const texts = open()
  await waitFor(() => expect(held.asked).toHaveLength(1))
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
  expect([texts(), held.asked.length]).toEqual([['line 1', 'line 2', 'line 3'], 1])
  held.rows = [1, 2, 3, 4, 5].map(row)
  act(() => socket.receive('receive-message', live(5)))
  await waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5']))
  expect(held.asked).toHaveLength(2)
})
