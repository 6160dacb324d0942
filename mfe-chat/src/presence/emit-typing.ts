import { trimmed } from '@interline/shared/i18n'
import { getSocket } from '@interline/shared/realtime'
import { knowsPresence } from './use-presence.ts'

const emitEveryMs = 3000

/** Emits `typing` to the other party as the text changes: at most every 3 s, and when the text was emptied. */
export function createTypingEmitter(receiverId: string) {
  let emittedAt = Number.NEGATIVE_INFINITY
  const emit = (isTyping: boolean) => {
    const socket = getSocket()
    if (knowsPresence() && socket.connected) socket.emit('typing', { receiverId, isTyping })
  }
  const stop = () => {
    if (emittedAt !== Number.NEGATIVE_INFINITY) emit(false)
    emittedAt = Number.NEGATIVE_INFINITY
  }
  return {
    changed(text: string) {
      if (trimmed(text) === '') return stop()
      if (performance.now() - emittedAt < emitEveryMs) return
      emittedAt = performance.now()
      emit(true)
    },
    /** Who gets the message knows by it that typing is over: nothing is emitted. */
    sent() {
      emittedAt = Number.NEGATIVE_INFINITY
    },
    stop,
  }
}
