import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { TypingAck, TypingNow } from '@interline/shared/contract'
import { typing } from '@interline/shared/contract/schemas'
import { countAttempt } from '../auth/rate-limit.ts'
import type { Database } from '../database/tables.ts'
import { findConversation } from '../repositories/messages/conversations.ts'
import { invalid, tooOften, type Failure } from './acknowledgement.ts'
import { socketState, type ChatSocket } from './chat-socket.ts'
import { rooms } from './broadcast.ts'

/** Passes on that somebody types, and stores nothing of it. */
export function typingEvents(db: Database) {
  const perSocket = new RateLimiterMemory({ points: 10, duration: 10 })
  const stateOf = socketState(() => ({
    // The person that this socket writes to, looked up once because it does not change while somebody types.
    known: undefined as { receiverId: string; partyId: string } | undefined,
  }))

  async function pass(socket: ChatSocket, payload: unknown): Promise<TypingAck> {
    const parsed = typing.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    const state = stateOf(socket)
    if (await countAttempt(perSocket, socket.id)) return tooOften
    const { receiverId, isTyping } = parsed.data
    if (state.known?.receiverId !== receiverId) {
      const found = await findConversation(db, socket.data, receiverId)
      if (!found) return nobody
      state.known = { receiverId, partyId: found.partyId }
    }
    const { _id: senderId, full_name, role } = socket.data
    const now: TypingNow = { partyId: state.known.partyId, senderId, isTyping }
    void socket.to(rooms.watch(now.partyId)).emit('typing', { ...now, full_name })
    if (role === 'admin') void socket.to(rooms.person(now.partyId)).emit('typing', now)
    return { success: true }
  }

  return { pass }
}

export const nobody: Failure = { success: false, title: 'There is nobody with this id to write to' }
