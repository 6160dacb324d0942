import { useEffect, useRef } from 'react'
import { makeChange } from '@interline/shared/api'
import { usePermitted, useSession } from '@interline/shared/session'
import { markingSeen } from '../api.ts'
import type { Line } from './conversation.ts'

/**
 * Marks the party's messages as seen as long as the open chat is visible and has the focus (SPEC-NOTES §2). Who may not
 * answer leaves them unseen for those who may.
 */
export function useMarkSeen(partyId: string, lines: readonly Line[]): void {
  const me = useSession(({ user }) => user?._id ?? '')
  const mayWrite = usePermitted('chats:write')
  const newest = lines.findLast(({ sender }) => sender === 'party')
  const waiting = mayWrite && newest && !newest.seen ? newest.key : null
  const marked = useRef<string | null>(null)

  useEffect(() => {
    if (waiting === null) return
    const mark = () => {
      if (marked.current === waiting || document.visibilityState !== 'visible' || !document.hasFocus()) return
      marked.current = waiting
      makeChange(markingSeen, { sender_id: partyId, receiver_id: me }).catch(() => (marked.current = null))
    }
    mark()
    window.addEventListener('focus', mark)
    document.addEventListener('visibilitychange', mark)
    return () => {
      window.removeEventListener('focus', mark)
      document.removeEventListener('visibilitychange', mark)
    }
  }, [waiting, partyId, me])
}
