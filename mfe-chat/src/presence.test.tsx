import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session, useConnection } from '@interline/shared'
import { createFakeSocket } from './fake-socket.ts'
import type { FakeSocket } from './fake-socket.ts'
import { createTypingTeller } from './tell-typing.ts'
import { TypingLine } from './typing-line.tsx'
import { useOnlookers } from './use-onlookers.ts'
import { usePresence } from './use-presence.ts'
import { typingForMs, useTypists } from './use-typists.ts'

const held = vi.hoisted(() => ({ socket: undefined as FakeSocket | undefined }))
vi.mock('@interline/shared', async (original) => (await import('./fake-socket.ts')).sharedWith(await original<object>(), () => held.socket))

const online = { partyId: 'p', isOnline: true, lastSeenAt: null }
const gone = { partyId: 'p', isOnline: false, lastSeenAt: '2024-05-01T09:30:00.000Z' }
const maya = { _id: 'me', full_name: 'Maya' }
const theo = { _id: 't', full_name: 'Theo' }
let socket: FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  held.socket = socket = createFakeSocket()
  session.getState().signIn({ token: 't', user: { ...maya, email: '', role: 'admin', profile_picture: null } })
  useConnection.setState({ state: 'connected' })
  socket.up()
})
afterEach(() => void vi.useRealTimers())

const sent = (event: string) => socket.sent.filter((one) => one.event === event)
const hear = (event: string, payload: object) => act(() => void socket.receive(event, payload))
const answer = (event: string, data: object[]) => act(() => sent(event).at(-1)?.ack({ success: true, data }))

describe('presence', () => {
  it('is asked for on every connect, changes as it is told, and is not known while the connection is lost', () => {
    const { result } = renderHook(() => usePresence(['p']).get('p'))
    expect(result.current).toBeUndefined()
    answer('watch-presence', [online])
    expect(result.current).toEqual(online)
    hear('presence-changed', gone)
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

  it('believes what it heard after its question more than the answer', () => {
    const { result } = renderHook(() => usePresence(['p']).get('p'))
    hear('presence-changed', gone)
    answer('watch-presence', [online])
    expect(result.current).toEqual(gone)
  })

  it('shows the other administrators who look, and says when one looks oneself', () => {
    const { result, unmount } = renderHook(() => useOnlookers('p'))
    expect(sent('look-at')[0]?.payload).toEqual({ partyId: 'p' })
    answer('look-at', [maya, theo])
    expect(result.current).toEqual([theo])
    hear('onlookers-changed', { partyId: 'other', admins: [] })
    expect(result.current).toEqual([theo])
    hear('onlookers-changed', { partyId: 'p', admins: [maya] })
    expect(result.current).toEqual([])
    unmount()
    expect(sent('look-at').at(-1)?.payload).toEqual({ partyId: null })
  })
})

describe('typing', () => {
  it('is told at most every 3 s, when the text is emptied, and never to a backend that does not know it', () => {
    // One that was asked and has not answered: nothing is known of it.
    session.getState().signIn({ token: 'another', user: { ...maya, email: '', role: 'admin', profile_picture: null } })
    const teller = createTypingTeller('p')
    teller.changed('H')
    expect(sent('typing')).toEqual([])
    renderHook(() => usePresence(['p']))
    answer('watch-presence', [])
    vi.advanceTimersByTime(3000)
    for (const text of ['He', 'Hel', 'Hell']) teller.changed(text)
    vi.advanceTimersByTime(3000)
    teller.changed('Hello')
    teller.changed(' ')
    teller.changed('')
    expect(sent('typing').map(({ payload }) => payload)).toEqual([true, true, false].map((isTyping) => ({ receiverId: 'p', isTyping })))
  })

  it('ends by itself, with the message, and when told; one’s own from another tab is none', () => {
    const { result } = renderHook(() => useTypists())
    const typing = (senderId: string, isTyping = true) => hear('typing', { partyId: 'p', senderId, full_name: senderId, isTyping })
    typing('me')
    typing('p')
    typing('t')
    expect(result.current.map(({ senderId }) => senderId)).toEqual(['p', 't'])
    act(() => void vi.advanceTimersByTime(typingForMs - 1))
    typing('p')
    act(() => void vi.advanceTimersByTime(1))
    expect(result.current.map(({ senderId }) => senderId)).toEqual(['p'])
    hear('receive-message', { senderId: 'p', message: 'there' })
    expect(result.current).toEqual([])
    typing('p')
    typing('p', false)
    expect(result.current).toEqual([])
  })

  it('is shown with who it is, and announced once however often it pauses', async () => {
    const pat = { partyId: 'p', senderId: 'p', name: 'Pat' }
    const line = (typists: Parameters<typeof TypingLine>[0]['typists']) => <TypingLine typists={typists} partyId="p" name="Pat" />
    const { rerender, container } = render(line([]))
    const said: string[] = []
    const live = container.querySelector('[aria-live]')
    new MutationObserver(() => said.push(live?.textContent ?? '')).observe(live ?? container, { childList: true, characterData: true, subtree: true })
    const next = (typists: Parameters<typeof line>[0]) => {
      rerender(line(typists))
      return Promise.resolve()
    }
    const shown = () => [...container.querySelectorAll('.il-typing-who')].map(({ textContent }) => textContent)
    await next([pat])
    expect(screen.getAllByText('Pat is typing…').length).toBe(2)
    await next([])
    expect(shown()).toEqual([])
    await next([pat])
    await next([pat, { partyId: 'p', senderId: 't', name: 'Theo' }])
    expect(shown()).toEqual(['Pat is typing…', 'Theo is replying…'])
    expect(said).toEqual(['Pat is typing…', 'Pat is typing…. Theo is replying…'])
  })
})
