import { EventEmitter } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { postForDone, refreshResource } from '../api/index.ts'
import { connectSocket } from '../realtime/index.ts'
import { session } from '../session/index.ts'
import { mockServer } from '../testing/list-kit.tsx'
import { changes, happens, isolateLiveLists, open, requests, shows } from '../testing/live-list-kit.tsx'

const socket = vi.hoisted(() => ({ current: null as EventEmitter | null }))
vi.mock('socket.io-client', () => ({
  io: () => {
    socket.current = new EventEmitter()
    return Object.assign(socket.current, {
      active: true,
      io: {},
      connect: () => undefined,
      disconnect: () => undefined,
    })
  },
}))
vi.mock('../realtime/backoff.ts', async (original) => {
  const { withBackoff } = await original<typeof import('../realtime/backoff.ts')>()
  return { withBackoff: (check: () => Promise<boolean>) => withBackoff(check, { soon: 5, gap: 20 }) }
})
isolateLiveLists()

const user = { _id: 'a1', full_name: 'Ada', email: '', role: 'admin' as const, profile_picture: null }
const broadcast = (by?: string) =>
  socket.current?.emit('rows-changed', { noun: 'users', _id: 'p28', kind: 'changed', ...(by !== undefined && { by }) })

let lastKey = ''

/** A backend that renames p28 and broadcasts it, before or after its answer, with `by` where it knows it. */
function rename(broadcastAt: 'before the answer' | 'after the answer' | 'without by', answer: () => Response) {
  mockServer.use(
    http.post('*/api/v1/admin/rename', ({ request }) => {
      const key = request.headers.get('idempotency-key')
      if (key === null) throw new Error('no key')
      happens.change(28, { full_name: 'Renamed' })
      lastKey = key
      if (broadcastAt !== 'after the answer') broadcast(broadcastAt === 'without by' ? undefined : key)
      return answer()
    }),
  )
}

const saved = () => HttpResponse.json({ success: true })
/** As the pages do it: the change, and once it is made the lists that show it. */
const save = () => act(() => postForDone('/admin/rename', { _id: 'p28' }).then(() => refreshResource('users')))

beforeEach(() => {
  session.getState().signIn({ token: 'T', user, backend: ['idempotency-keys'] })
  connectSocket()
})

it.each(['before the answer', 'after the answer'] as const)(
  'a change of one’s own costs the reload that the page does itself, and no more: broadcast %s',
  async (broadcastAt) => {
    await open()
    rename(broadcastAt, saved)
    await save()
    await shows('Renamed')
    if (broadcastAt === 'after the answer') await act(async () => broadcast(lastKey))
    changes(27, { full_name: 'Of others' })
    await shows('Of others')
    expect(requests()).toEqual(['?page=1&page_size=10&sort=-createdAt', '?ids=p27&page=1&page_size=1'])
  },
)

it('a broadcast that does not say whose change it was is looked at, as one of others', async () => {
  await open()
  rename('without by', saved)
  await save()
  await waitFor(() => expect(requests()).toContain('?ids=p28&page=1&page_size=1'))
})

it('a change whose answer was lost is shown by its broadcast', async () => {
  await open()
  rename('before the answer', () => HttpResponse.error())
  await act(() => postForDone('/admin/rename', { _id: 'p28' }).catch(() => undefined))
  await shows('Renamed')
  expect(requests()).toEqual(['?ids=p28&page=1&page_size=1'])
})
