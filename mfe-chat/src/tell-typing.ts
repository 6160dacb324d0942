import { getSocket } from '@interline/shared'
import { knowsPresence } from './use-presence.ts'

const everyMs = 3000

/** Tells the other side that one types, as the text changes: at most every 3 s, and when it was emptied. */
export function createTypingTeller(receiverId: string) {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (isTyping: boolean) => {
    const live = getSocket()
    if (knowsPresence() && live.connected) live.emit('typing', { receiverId, isTyping })
  }
  const stop = () => {
    if (toldAt !== Number.NEGATIVE_INFINITY) tell(false)
    toldAt = Number.NEGATIVE_INFINITY
  }
  return {
    changed(text: string) {
      if (text.trim() === '') return stop()
      if (Date.now() - toldAt < everyMs) return
      toldAt = Date.now()
      tell(true)
    },
    /** The message itself tells that typing is over. */
    sent() {
      toldAt = Number.NEGATIVE_INFINITY
    },
    stop,
  }
}
