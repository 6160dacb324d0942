import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from '@testing-library/react'
import { connectSocket, useConnection, useSocketEvent } from './index.ts'
import { queryClient } from '../api/index.ts'
import { backendNow, session } from '../session/index.ts'
import { subscribeToRows } from './row-changes.ts'

const client = vi.hoisted(() => ({
  options: undefined as Record<string, unknown> | undefined,
  url: '',
  sent: [] as unknown[][],
  active: false,
  closed: 0,
}))
const serverEvents = new EventEmitter()

vi.mock('socket.io-client', () => ({
  io: (url: string, options: Record<string, unknown>) => {
    Object.assign(client, { url, options })
    return {
      get active() {
        return client.active
      },
      io: {
        engine: {
          close: () => {
            client.closed += 1
          },
        },
      },
      connect: () => {
        client.active = true
      },
      disconnect: () => {
        client.active = false
      },
      on: (name: string, act: (...args: unknown[]) => void) => serverEvents.on(name, act),
      off: (name: string, act: (...args: unknown[]) => void) => serverEvents.off(name, act),
      emit: (...args: unknown[]) => client.sent.push(args),
    }
  },
}))

const user = { _id: 'a1', full_name: 'Ada', email: '', role: 'admin' as const, profile_picture: null }

beforeEach(() => {
  session.getState().signOut('signed-out')
  session.getState().signIn({ token: 'T', user })
  client.sent = []
})

describe('socket', () => {
  it('§9 times out after 20 s and reconnects after 1 s to 5 s with factor 0.5', () => {
    connectSocket()
    expect(client.options).toMatchObject({
      timeout: 20_000,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
    })
  })

  it('proves who it is with the token of the moment', () => {
    connectSocket()
    const send = vi.fn()
    ;(client.options?.auth as (send: (data: object) => void) => void)(send)
    expect(send).toHaveBeenCalledWith({ token: 'T' })
  })

  it('learns of another role when an owner gives it, and at each connect', () => {
    session.getState().signIn({ token: 'T', user: { ...user, admin_role: 'admin' } })
    connectSocket()
    serverEvents.emit('role-changed', 'viewer')
    expect(session.getState().user).toEqual({ ...user, admin_role: 'viewer' })
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ _id: 'a1', admin_role: 'viewer' })
    serverEvents.emit('connect')
    const [[event, , answer] = []] = client.sent
    ;(answer as (ack: object) => void)({ success: true, admin_role: 'support' })
    expect([event, session.getState().user?.admin_role]).toEqual(['user-connected', 'support'])
  })

  it('learns at each connect what the backend can do, where it answers', () => {
    session.getState().signIn({ token: 'T', user, backend: ['client-ids', 'views'] })
    connectSocket()
    serverEvents.emit('connect')
    const [[, , answer] = []] = client.sent
    ;(answer as (ack: object) => void)({ success: true })
    expect([...backendNow()]).toEqual(['client-ids', 'views'])
    ;(answer as (ack: object) => void)({ success: true, backend: ['client-ids', 'filters'] })
    expect([...backendNow()]).toEqual(['client-ids', 'filters'])
    expect(JSON.parse(localStorage.getItem('interline-backend') ?? '')).toEqual(['client-ids', 'filters'])
  })

  it('§7 announces user-connected on every connect', () => {
    connectSocket()
    serverEvents.emit('connect')
    serverEvents.emit('disconnect', 'transport close')
    expect(useConnection.getState().state).toBe('lost')
    serverEvents.emit('connect')
    expect(useConnection.getState().state).toBe('connected')
    expect(client.sent).toEqual([
      ['user-connected', { userId: 'a1' }],
      ['user-connected', { userId: 'a1' }],
    ])
  })

  it('does not connect when nobody is signed in, and disconnects at log-out', () => {
    connectSocket()
    expect(client.active).toBe(true)
    session.getState().signOut('signed-out')
    expect(client.active).toBe(false)
    connectSocket()
    expect(client.active).toBe(false)
  })

  it('calls every listener of an event, also after one that throws, and reports what was thrown', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const heard = vi.fn()
    const broken = new Error('cities')
    const Listener = ({ act }: { act: () => void }) => {
      useSocketEvent('notification', act)
      return null
    }
    const throws = () => {
      throw broken
    }
    render(
      <>
        <Listener act={throws} />
        <Listener act={heard} />
      </>,
    )
    serverEvents.emit('notification', {})
    expect(heard).toHaveBeenCalledTimes(1)
    expect(report.mock.calls).toEqual([[broken]])
    vi.unstubAllGlobals()
  })

  it('gives the connection up as soon as the browser says that it is offline', () => {
    connectSocket()
    window.dispatchEvent(new Event('offline'))
    expect(client.closed).toBe(1)
  })

  it.each([
    [undefined, 'elsewhere'],
    ['expired', 'expired'],
  ])('ends the session when the server says so: %s', (why, endedBecause) => {
    connectSocket()
    serverEvents.emit('session-ended', why)
    expect(session.getState()).toMatchObject({ authenticated: false, endedBecause })
  })

  it('refreshes what shows a resource at once, and a burst of changes once more, but never a list that checks for itself', async () => {
    vi.useFakeTimers()
    const listener = vi.fn()
    const stop = subscribeToRows('drivers', listener)
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    connectSocket()
    for (let at = 0; at < 50; at += 1)
      serverEvents.emit('rows-changed', { noun: 'drivers', _id: 'd1', kind: 'changed' })
    const times = (refetchType?: 'none') =>
      refreshed.mock.calls.filter(
        ([filter]) => filter?.queryKey?.[0] === 'drivers' && filter.refetchType === refetchType,
      ).length
    expect([times(), times('none')]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([times(), times('none')]).toEqual([2, 2])
    expect(listener).toHaveBeenCalledTimes(50)
    expect(listener).toHaveBeenLastCalledWith({ ids: ['d1'], kind: 'changed' })
    stop()
    refreshed.mockRestore()
    vi.useRealTimers()
  })

  it('notifies each list once after it came back that it may have missed something', () => {
    const listener = vi.fn()
    const stop = subscribeToRows('users', listener)
    connectSocket()
    serverEvents.emit('connect')
    listener.mockClear()
    serverEvents.emit('disconnect', 'transport close')
    serverEvents.emit('connect')
    expect(listener.mock.calls).toEqual([[{ ids: null, kind: null }]])
    stop()
  })

  it('leaves a hidden page alone until it is seen', () => {
    vi.useFakeTimers()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    connectSocket()
    for (let at = 0; at < 5; at += 1) serverEvents.emit('rows-changed', { noun: 'users' })
    vi.advanceTimersByTime(10_000)
    expect(refreshed).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshed.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === 'users')).toHaveLength(2)
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('receives an event while the component is mounted, with the newest handler', () => {
    const got: string[] = []
    const Listener = ({ tag }: { tag: string }) => {
      useSocketEvent('receive-message', ({ message }) => void got.push(`${tag} ${message}`))
      return null
    }
    const view = render(<Listener tag="a" />)
    serverEvents.emit('receive-message', { senderId: 'x', message: '1' })
    view.rerender(<Listener tag="b" />)
    serverEvents.emit('receive-message', { senderId: 'x', message: '2' })
    view.unmount()
    serverEvents.emit('receive-message', { senderId: 'x', message: '3' })
    expect(got).toEqual(['a 1', 'b 2'])
  })
})
