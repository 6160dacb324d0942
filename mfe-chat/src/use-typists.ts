import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession, useSocketEvent } from '@interline/shared'

/** Somebody else who types now, in the conversation with `partyId`. */
export type Typist = { partyId: string; senderId: string; name: string | null }

/** As the contract says: who types says so more often than this. */
export const typingForMs = 6000

/** Who types in the conversations that are watched. Each is forgotten with their message, and by themselves. */
export function useTypists(): readonly Typist[] {
  const me = useSession(({ user }) => user?._id ?? '')
  const [typists, setTypists] = useState<readonly Typist[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const forget = useCallback((senderId: string) => {
    clearTimeout(timers.current.get(senderId))
    if (timers.current.delete(senderId)) setTypists((before) => before.filter((one) => one.senderId !== senderId))
  }, [])

  useSocketEvent('typing', ({ partyId, senderId, full_name, isTyping }) => {
    if (senderId === me || typeof partyId !== 'string') return
    if (!isTyping) return forget(senderId)
    clearTimeout(timers.current.get(senderId))
    timers.current.set(senderId, setTimeout(() => forget(senderId), typingForMs))
    setTypists((before) => [...before.filter((one) => one.senderId !== senderId), { partyId, senderId, name: full_name ?? null }])
  })
  useSocketEvent('receive-message', (message) => {
    if (typeof message?.senderId === 'string') forget(message.senderId)
  })
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])
  return typists
}
