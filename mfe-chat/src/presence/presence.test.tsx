import { Activity } from 'react'
import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '@interline/shared/session'
import type { Capability } from '@interline/shared/contract'
import { useConnection } from '@interline/shared/realtime'
import { createFakeSocket } from '../testing/fake-socket.ts'
import type { FakeSocket } from '../testing/fake-socket.ts'
import { createTypingEmitter } from './emit-typing.ts'
import { TypingIndicator } from './typing-indicator.tsx'
import { useViewers } from './use-viewers.ts'
import { usePresence } from './use-presence.ts'
import { typingForMs, useTypingUsers } from './use-typing-users.ts'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))
vi.mock('@interline/shared/realtime', async (original) =>
  (await import('../testing/fake-socket.ts')).sharedWith(await original<object>(), () => held.socket),
)

const online = { partyId: 'p', isOnline: true, lastSeenAt: null }
const gone = { partyId: 'p', isOnline: false, lastSeenAt: '2024-05-01T09:30:00.000Z' }
const maya = { _id: 'me', full_name: 'Maya' }
const theo = { _id: 't', full_name: 'Theo' }
let socket: FakeSocket

const signIn = (backend: Capability[]) =>
  session.getState().signIn({ token: 't', user: { ...maya, email: '', role: 'admin', profile_picture: null }, backend })

beforeEach(() => {
  vi.useFakeTimers()
  held.socket = socket = createFakeSocket()
  signIn(['presence'])
  useConnection.setState({ state: 'connected' })
  socket.up()
})
afterEach(() => void vi.useRealTimers())

const sent = (event: string) => socket.sent.filter((one) => one.event === event)
const emit = (event: string, payload: object) => act(() => void socket.receive(event, payload))
const answer = (event: string, data: object[]) => act(() => sent(event).at(-1)?.ack?.({ success: true, data }))

describe('presence', () => {
  it('is asked for on every connect, changes with each event, and is not known while the connection is lost', () => {
    const { result } = renderHook(() => usePresence(['p']).get('p'))
    expect(result.current).toBeUndefined()
    answer('watch-presence', [online])
    expect(result.current).toEqual(online)
    emit('presence-changed', gone)
    expect(result.current).toEqual(gone)
    act(() => useConnection.setState({ state: 'lost' }))
    expect(result.current).toBeUndefined()
    act(() => {
      useConnection.setState({ state: 'connected' })
      socket.down()
      socket.up()
    })
    expect(sent('watch-presence').map(({ payload }) => payload)).toEqual([{ partyIds: ['p'] }, { partyIds: ['p'] }])
  })

  it('believes an event that came after its request more than the answer', () => {
    const { result } = renderHook(() => usePresence(['p']).get('p'))
    emit('presence-changed', gone)
    answer('watch-presence', [online])
    expect(result.current).toEqual(gone)
  })

  it('shows the other administrators who view it, and emits when one views it oneself', () => {
    const { result, unmount } = renderHook(() => useViewers('p'))
    expect(sent('look-at')[0]?.payload).toEqual({ partyId: 'p' })
    answer('look-at', [maya, theo])
    expect(result.current).toEqual([theo])
    emit('onlookers-changed', { partyId: 'other', admins: [] })
    expect(result.current).toEqual([theo])
    emit('onlookers-changed', { partyId: 'p', admins: [maya] })
    expect(result.current).toEqual([])
    unmount()
    expect(sent('look-at').at(-1)?.payload).toEqual({ partyId: null })
  })
})

describe('typing', () => {
  it('is emitted at most every 3 s, when the text is emptied, and never to a backend that does not know it', () => {
    signIn([])
    const emitter = createTypingEmitter('p')
    emitter.changed('H')
    expect(sent('typing')).toEqual([])
    signIn(['presence'])
    vi.advanceTimersByTime(3000)
    for (const text of ['He', 'Hel', 'Hell']) emitter.changed(text)
    vi.advanceTimersByTime(3000)
    emitter.changed('Hello')
    emitter.changed(' ')
    emitter.changed('')
    expect(sent('typing').map(({ payload }) => payload)).toEqual(
      [true, true, false].map((isTyping) => ({ receiverId: 'p', isTyping })),
    )
  })

  it('ends by itself, with the message, and with an event; one’s own from another tab is none', () => {
    const { result } = renderHook(() => useTypingUsers())
    const typing = (senderId: string, isTyping = true) =>
      emit('typing', { partyId: 'p', senderId, full_name: senderId, isTyping })
    typing('me')
    typing('p')
    typing('t')
    expect(result.current.map(({ senderId }) => senderId)).toEqual(['p', 't'])
    act(() => void vi.advanceTimersByTime(typingForMs - 1))
    typing('p')
    act(() => void vi.advanceTimersByTime(1))
    expect(result.current.map(({ senderId }) => senderId)).toEqual(['p'])
    emit('receive-message', { senderId: 'p', message: 'there' })
    expect(result.current).toEqual([])
    typing('p')
    typing('p', false)
    expect(result.current).toEqual([])
  })

  it('is not shown any more by a screen that was hidden', () => {
    function Names() {
      return useTypingUsers().map(({ name }) => name)
    }
    const at = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Names />
      </Activity>
    )
    const { rerender, container } = render(at('visible'))
    emit('typing', { partyId: 'p', senderId: 'p', full_name: 'Pat', isTyping: true })
    expect(container.textContent).toBe('Pat')
    rerender(at('hidden'))
    act(() => void vi.advanceTimersByTime(typingForMs))
    rerender(at('visible'))
    expect(container.textContent).toBe('')
  })

  it('is shown with who it is, and announced once however often it pauses', async () => {
    const pat = { partyId: 'p', senderId: 'p', name: 'Pat' }
    const line = (typingUsers: Parameters<typeof TypingIndicator>[0]['typingUsers']) => (
      <TypingIndicator typingUsers={typingUsers} partyId="p" name="Pat" />
    )
    const { rerender, container } = render(line([]))
    const announced: string[] = []
    const live = container.querySelector('[aria-live]')
    new MutationObserver(() => announced.push(live?.textContent ?? '')).observe(live ?? container, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    const next = (typingUsers: Parameters<typeof line>[0]) => {
      rerender(line(typingUsers))
      return Promise.resolve()
    }
    const shown = () => [...container.querySelectorAll('.who')].map(({ textContent }) => textContent)
    await next([pat])
    expect(screen.getAllByText('Pat is typing…').length).toBe(2)
    await next([])
    expect(shown()).toEqual([])
    await next([pat])
    await next([pat, { partyId: 'p', senderId: 't', name: 'Theo' }])
    expect(shown()).toEqual(['Pat is typing…', 'Theo is replying…'])
    expect(announced).toEqual(['Pat is typing…', 'Pat is typing…. Theo is replying…'])
  })
})
