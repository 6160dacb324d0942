import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from '@testing-library/react'
import { connectSocket, queryClient, session, useConnection, useSocketEvent } from './index.ts'
import { hearRows } from './live/row-changes.ts'

const wire = vi.hoisted(() => ({ options: undefined as Record<string, unknown> | undefined, url: '', sent: [] as unknown[][], active: false, closed: 0 }))
const heard = new EventEmitter()

vi.mock('socket.io-client', () => ({
  io: (url: string, options: Record<string, unknown>) => {
    Object.assign(wire, { url, options })
    return {
      get active() { return wire.active },
      io: { engine: { close: () => { wire.closed += 1 } } },
      connect: () => { wire.active = true },
      disconnect: () => { wire.active = false },
      on: (name: string, act: (...args: unknown[]) => void) => heard.on(name, act),
      off: (name: string, act: (...args: unknown[]) => void) => heard.off(name, act),
      emit: (...args: unknown[]) => wire.sent.push(args),
    }
  },
}))

const user = { _id: 'a1', full_name: 'Ada', email: '', role: 'admin' as const, profile_picture: null }

beforeEach(() => {
  session.getState().signOut('signed-out')
  session.getState().signIn({ token: 'T', user })
  wire.sent = []
})

describe('socket', () => {
  it('§9 times out after 20 s and reconnects after 1 s to 5 s with factor 0.5', () => {
    connectSocket()
    expect(wire.options).toMatchObject({ timeout: 20_000, reconnectionDelay: 1000, reconnectionDelayMax: 5000, randomizationFactor: 0.5 })
  })

  it('proves who it is with the token of the moment', () => {
    connectSocket()
    const send = vi.fn()
    ;(wire.options?.auth as (send: (data: object) => void) => void)(send)
    expect(send).toHaveBeenCalledWith({ token: 'T' })
  })

  it('§7 announces user-connected on every connect', () => {
    connectSocket()
    heard.emit('connect')
    heard.emit('disconnect', 'transport close')
    expect(useConnection.getState().state).toBe('lost')
    heard.emit('connect')
    expect(useConnection.getState().state).toBe('connected')
    expect(wire.sent).toEqual([['user-connected', { userId: 'a1' }], ['user-connected', { userId: 'a1' }]])
  })

  it('does not connect when nobody is signed in, and disconnects at log-out', () => {
    connectSocket()
    expect(wire.active).toBe(true)
    session.getState().signOut('signed-out')
    expect(wire.active).toBe(false)
    connectSocket()
    expect(wire.active).toBe(false)
  })

  it('gives the connection up as soon as the browser says that it is offline', () => {
    connectSocket()
    window.dispatchEvent(new Event('offline'))
    expect(wire.closed).toBe(1)
  })

  it.each([
    [undefined, 'elsewhere'],
    ['expired', 'expired'],
  ])('ends the session when the server says so: %s', (why, endedBecause) => {
    connectSocket()
    heard.emit('session-ended', why)
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause })
  })

  it('refreshes what shows a noun at once, and a burst of changes once more, but never a list that looks for itself', () => {
    vi.useFakeTimers()
    const told = vi.fn()
    const stop = hearRows('drivers', told)
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    connectSocket()
    for (let at = 0; at < 50; at += 1) heard.emit('rows-changed', { noun: 'drivers', _id: 'd1', kind: 'changed' })
    const times = (refetchType?: 'none') => refreshed.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'drivers' && filter.refetchType === refetchType).length
    expect([times(), times('none')]).toEqual([1, 1])
    vi.advanceTimersByTime(10_000)
    expect([times(), times('none')]).toEqual([2, 2])
    expect(told).toHaveBeenCalledTimes(50)
    expect(told).toHaveBeenLastCalledWith({ ids: ['d1'], kind: 'changed' })
    stop()
    refreshed.mockRestore()
    vi.useRealTimers()
  })

  it('tells each list once after it came back that it may have missed something', () => {
    const told = vi.fn()
    const stop = hearRows('users', told)
    connectSocket()
    heard.emit('connect')
    told.mockClear()
    heard.emit('disconnect', 'transport close')
    heard.emit('connect')
    expect(told.mock.calls).toEqual([[{ ids: null, kind: null }]])
    stop()
  })

  it('leaves a hidden page alone until it is seen', () => {
    vi.useFakeTimers()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    connectSocket()
    for (let at = 0; at < 5; at += 1) heard.emit('rows-changed', { noun: 'users' })
    vi.advanceTimersByTime(10_000)
    expect(refreshed).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshed.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'users')).toHaveLength(2)
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('hears an event while the component is mounted, with the newest handler', () => {
    const got: string[] = []
    const Listener = ({ tag }: { tag: string }) => {
      useSocketEvent('receive-message', ({ message }) => void got.push(`${tag} ${message}`))
      return null
    }
    const view = render(<Listener tag="a" />)
    heard.emit('receive-message', { senderId: 'x', message: '1' })
    view.rerender(<Listener tag="b" />)
    heard.emit('receive-message', { senderId: 'x', message: '2' })
    view.unmount()
    heard.emit('receive-message', { senderId: 'x', message: '3' })
    expect(got).toEqual(['a 1', 'b 2'])
  })
})
