import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '@interline/shared/contract'
import { createBroadcast } from './broadcast.ts'
import type { Sockets } from './chat-socket.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Sent = { _id: string; count: number | undefined; except: string | null }

function broadcastTo(sent: Sent[]) {
  const operator = (except: string | null): object => ({
    except: (room: string) => operator(room),
    emit: (_event: string, { _id, count }: Notification) => sent.push({ _id, count, except }),
  })
  const io = { of: () => ({ adapter: { rooms: new Map() } }), to: () => operator(null) }
  return createBroadcast({
    io: io as unknown as Sockets,
    presence: { isPresent: async () => false },
    changes: { endSockets: () => undefined, changeRole: () => undefined, checkAll: () => undefined },
    hasOtherNodes: true,
  })
}

const notification = (_id: string, count: number): Notification => ({
  _id,
  title: 'Bookings changed',
  body: '',
  createdAt: new Date().toISOString(),
  count,
})

it('tells of a notification that grows at most once a second, at last as it is, and never the actor', () => {
  const sent: Sent[] = []
  const { notify } = broadcastTo(sent)
  for (let count = 1; count <= 18; count += 1) {
    notify(notification('bulk', count), 'ana')
    vi.advanceTimersByTime(100)
  }
  notify(notification('other', 1))
  vi.advanceTimersByTime(5000)
  const except = 'person:ana'
  expect(sent).toEqual([
    { _id: 'bulk', count: 1, except },
    { _id: 'bulk', count: 10, except },
    { _id: 'other', count: 1, except: null },
    { _id: 'bulk', count: 18, except },
  ])
})
