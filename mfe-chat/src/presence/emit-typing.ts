import { trimmed } from '@interline/shared/contract'
import { getSocket } from '@interline/shared/realtime'
import { backendNow } from '@interline/shared/session'

const emitEveryMs = 3000

/** Emits `typing` to the other party as the text changes: at most every 3 s, and when the text was emptied. */
export function createTypingEmitter(receiverId: string) {
  let emittedAt = Number.NEGATIVE_INFINITY
  const emit = (isTyping: boolean) => {
    const socket = getSocket()
    if (backendNow().has('presence') && socket.connected) socket.emit('typing', { receiverId, isTyping })
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
    /** A reader of the message knows by it that typing is over: nothing is emitted. */
    sent() {
      emittedAt = Number.NEGATIVE_INFINITY
    },
    stop,
  }
}
