import { useEffect, useState } from 'react'
import { useSession } from '@interline/shared/session'
import { useSocketEvent } from '@interline/shared/realtime'

/** Somebody who types now in the conversation with `partyId`, oneself excepted. */
export type TypingUser = { partyId: string; senderId: string; name: string | null }

/** As the contract says. Whoever types on emits `typing` more often than this. */
export const typingForMs = 6000

const none: readonly (TypingUser & { until: number })[] = []

/** The people who type in the conversations that are watched. Each one ends with their message, or after a time. */
export function useTypingUsers(): readonly TypingUser[] {
  const me = useSession(({ user }) => user?._id ?? '')
  const [typingUsers, setTypingUsers] = useState(none)
  const forget = (gone: string) => setTypingUsers((before) => before.filter(({ senderId }) => senderId !== gone))

  useSocketEvent('typing', ({ partyId, senderId, full_name, isTyping }) => {
    if (senderId === me || typeof partyId !== 'string') return
    forget(senderId)
    const user = { partyId, senderId, name: full_name ?? null, until: performance.now() + typingForMs }
    if (isTyping) setTypingUsers((before) => [...before, user])
  })
  useSocketEvent('receive-message', (message) => forget(message?.senderId))
  useEffect(() => {
    if (typingUsers.length === 0) return
    const next = Math.min(...typingUsers.map(({ until }) => until)) - performance.now()
    const timer = setTimeout(
      () => setTypingUsers((before) => before.filter(({ until }) => until > performance.now())),
      next,
    )
    return () => clearTimeout(timer)
  }, [typingUsers])
  // A screen that is hidden stays mounted: who types is not known when it is shown again.
  useEffect(() => () => setTypingUsers(none), [])
  return typingUsers
}
