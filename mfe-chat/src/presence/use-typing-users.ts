import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { useSocketEvent } from '@interline/shared/realtime'

/** Somebody who types now in the conversation with `partyId`, oneself excepted. */
export type TypingUser = { partyId: string; senderId: string; name: string | null }

/** As the contract says. Whoever types on emits `typing` more often than this. */
export const typingForMs = 6000

/** Who types in the conversations that are watched. Each one ends with their message, or after a time. */
export function useTypingUsers(): readonly TypingUser[] {
  const me = useSession(({ user }) => user?._id ?? '')
  const [typingUsers, setTypingUsers] = useState<readonly TypingUser[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const forget = useCallback((senderId: string) => {
    clearTimeout(timers.current.get(senderId))
    if (timers.current.delete(senderId)) setTypingUsers((before) => before.filter((one) => one.senderId !== senderId))
  }, [])

  useSocketEvent('typing', ({ partyId, senderId, full_name, isTyping }) => {
    if (senderId === me || typeof partyId !== 'string') return
    if (!isTyping) return forget(senderId)
    clearTimeout(timers.current.get(senderId))
    timers.current.set(
      senderId,
      setTimeout(() => forget(senderId), typingForMs),
    )
    setTypingUsers((before) => [
      ...before.filter((one) => one.senderId !== senderId),
      { partyId, senderId, name: full_name ?? null },
    ])
  })
  useSocketEvent('receive-message', (message) => {
    if (typeof message?.senderId === 'string') forget(message.senderId)
  })
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      // A screen that is hidden stays mounted: who types is not known when it is shown again.
      running.clear()
      setTypingUsers([])
    }
  }, [])
  return typingUsers
}
