import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import type { Outgoing } from './unsent-store.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))

vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)

const admin = { _id: 'me', full_name: 'Maya', email: 'maya@x.test', role: 'admin' as const, profile_picture: null }
const hello = { senderId: 'me', receiverId: 'p', message: 'hello', role: 'User' as const, at: 1, twins: 0 }
const stored = { success: true, data: { _id: 'm1', seq: 4, createdAt: '2024-05-01T00:00:00.000Z' } }

/** A page that was just loaded, and shows no chat. */
async function reload() {
  vi.resetModules()
  const { createFakeSocket } = await import('../testing/fake-socket.ts')
  const socket = createFakeSocket()
  held.socket = socket
  return { socket, outbox: await import('./outbox.ts') }
}

/** The outbox of a page that was just loaded. */
async function load({ announced = false } = {}) {
  session.getState().signIn({ token: 't', user: admin, backend: announced ? ['client-ids'] : [] })
  const { socket, outbox } = await reload()
  const { result } = renderHook(() => outbox.useOutbox())
  return {
    socket,
    outbox,
    states: () => result.current.map(({ state }) => state),
    entry: () => result.current[0] as Outgoing,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  localStorage.clear()
  session.getState().signIn({ token: 't', user: admin })
})
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('an own message', () => {
  it('§7 goes out at once, to the letter and without a word more, where the backend announced nothing', async () => {
    const { socket, outbox, entry, states } = await load()
    socket.up()
    outbox.sendMessage(hello)
    await wait(0)
    expect(socket.sent).toEqual([
      { event: 'send-message', payload: { senderId: 'me', receiverId: 'p', message: 'hello', role: 'User' } },
    ])
    expect(entry().state).toBe('sending')
    // A message that went out without its id is not repeated, although the backend turns out to know ids.
    ;(await import('@interline/shared/session')).session.getState().takeBackend(['client-ids'])
    await wait(outbox.ackWithinMs)
    socket.down()
    socket.up()
    expect([socket.sent.length, states()]).toEqual([1, ['assumed']])
  })

  it('goes out with a client id and asks for an acknowledgement where the backend announced it', async () => {
    const { socket, outbox, entry, states } = await load({ announced: true })
    socket.up()
    outbox.sendMessage(hello)
    await wait(0)
    expect(socket.sent).toMatchObject([
      {
        event: 'send-message',
        payload: { senderId: 'me', receiverId: 'p', message: 'hello', role: 'User', clientId: entry().clientId },
      },
    ])
    expect(entry().state).toBe('sending')
    socket.sent[0]?.ack?.(stored)
    await wait(0)
    expect(states()).toEqual([])
    await wait(60_000)
    expect(socket.sent).toHaveLength(1)
  })

  it('§4 waits for a connection and then goes out once', async () => {
    const { socket, outbox, states } = await load()
    outbox.sendMessage(hello)
    await wait(60_000)
    expect([states(), socket.sent.length]).toEqual([['waiting'], 0])
    socket.up()
    await wait(0)
    expect([states(), socket.sent.length]).toEqual([['sending'], 1])
  })

  it('counts as sent, without ticks, where the backend acknowledges nothing; it is not repeated', async () => {
    const { socket, outbox, states } = await load()
    socket.up()
    outbox.sendMessage(hello)
    await wait(outbox.ackWithinMs)
    expect(states()).toEqual(['assumed'])
    socket.down()
    socket.up()
    await wait(60_000)
    expect(socket.sent).toHaveLength(1)
  })

  it('is repeated with the same client id where the backend knows those, then fails; Retry sends it again', async () => {
    const { socket, outbox, states, entry } = await load({ announced: true })
    socket.up()
    outbox.sendMessage(hello)
    await wait(3 * outbox.ackWithinMs)
    expect(new Set(socket.sent.map(({ payload }) => payload.clientId))).toEqual(new Set([entry().clientId]))
    expect([socket.sent.length, states()]).toEqual([3, ['failed']])
    outbox.retryMessage(entry().clientId)
    socket.sent[3]?.ack?.(stored)
    await wait(0)
    expect([socket.sent.length, states()]).toEqual([4, []])
  })

  it('fails with the server’s reason, and can be discarded', async () => {
    const { socket, outbox, entry, states } = await load({ announced: true })
    socket.up()
    outbox.sendMessage(hello)
    socket.sent[0]?.ack?.({ success: false, title: 'Too many messages', detail: 'Please wait a moment.' })
    await wait(0)
    expect(entry()).toMatchObject({ state: 'failed', reason: 'Too many messages. Please wait a moment.' })
    outbox.discardMessage(entry().clientId)
    await wait(0)
    expect(states()).toEqual([])
  })

  it('that was cut off is repeated on reconnecting where the backend knows client ids', async () => {
    const { socket, outbox, states, entry } = await load({ announced: true })
    socket.up()
    outbox.sendMessage(hello)
    socket.down()
    await wait(0)
    expect(states()).toEqual(['waiting'])
    socket.up()
    expect(socket.sent.map(({ payload }) => payload.clientId)).toEqual([entry().clientId, entry().clientId])
  })

  it('that was cut off before a reload goes out again after it where the backend knows client ids', async () => {
    const first = await load({ announced: true })
    first.socket.up()
    first.outbox.sendMessage(hello)
    await wait(0)
    const { socket, entry } = await load({ announced: true })
    socket.up()
    expect(socket.sent.map(({ payload }) => payload.clientId)).toEqual([entry().clientId])
  })

  it('keeps its place among several that waited for the connection', async () => {
    const { socket, outbox } = await load({ announced: true })
    for (const message of ['one', 'two', 'three']) outbox.sendMessage({ ...hello, message })
    socket.up()
    socket.down()
    socket.up()
    expect(socket.sent.map(({ payload }) => payload.message)).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
  })

  it.each([
    [true, 1],
    [false, 2],
  ])('that was cut off elsewhere waits for the history: in it %j, sent %i times', async (isThere, times) => {
    const { socket, outbox, states } = await load()
    socket.up()
    outbox.sendMessage(hello)
    socket.down()
    socket.up()
    expect(socket.sent).toHaveLength(1)
    outbox.reconcileOutbox('p', Date.now() - 1000, () => false)
    expect(socket.sent).toHaveLength(1)
    await wait(10)
    outbox.reconcileOutbox('p', Date.now(), () => isThere)
    await wait(0)
    expect([socket.sent.length, states()]).toEqual([times, isThere ? [] : ['sending']])
  })

  it('survives a reload of the tab until it is confirmed', async () => {
    const first = await load({ announced: true })
    first.outbox.sendMessage(hello)
    await wait(0)
    const { clientId } = first.entry()
    const second = await load({ announced: true })
    expect(second.entry()).toMatchObject({ clientId, state: 'waiting' })
    second.socket.up()
    second.socket.sent[0]?.ack?.(stored)
    // With an item the shell would run the chat after each reload.
    expect(Object.keys(sessionStorage)).toEqual([])
    expect((await load()).states()).toEqual([])
  })

  it('goes out after a reload that shows no chat', async () => {
    const { outbox } = await load()
    outbox.sendMessage(hello)
    await wait(0)
    const { socket } = await reload()
    socket.up()
    await wait(0)
    expect(socket.sent).toHaveLength(1)
  })

  it.each(['signed-out', 'elsewhere'] as const)('is forgotten with a session that was ended: %s', async (because) => {
    const { outbox, states } = await load()
    outbox.sendMessage(hello)
    const { session: current } = await import('@interline/shared/session')
    current.getState().signOut(because)
    await wait(0)
    expect(states()).toEqual([])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it.each([
    ['the same administrator', 'me', ['waiting']],
    ['another one', 'you', []],
  ])('stays over a session that expired until %s signs in', async (_, _id, left) => {
    const { outbox, states, socket } = await load()
    outbox.sendMessage(hello)
    const { session: current } = await import('@interline/shared/session')
    current.getState().signOut('expired')
    socket.down()
    current.getState().signIn({ token: 'u', user: { ...admin, _id } })
    await wait(0)
    expect(states()).toEqual(left)
    expect(Object.keys(sessionStorage)).toHaveLength(left.length)
  })

  it('is sent although the tab’s storage is forbidden, full or holds something else', async () => {
    sessionStorage.setItem('interline-unsent:chat', '{"state":')
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { socket, outbox, states } = await load()
    socket.up()
    outbox.sendMessage(hello)
    await wait(0)
    expect([states(), socket.sent.length]).toEqual([['sending'], 1])
    setItem.mockRestore()
  })
})
