import { typing, type TypingAck, type TypingNow } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { acknowledge, invalid, tooOften, type Refused } from './acknowledge.ts'
import { ownStates, type ChatSocket } from './chat-socket.ts'
import { findConversation } from './conversation-of.ts'
import { createQuota } from './quota.ts'
import { rooms } from './rooms.ts'

type Needs = { db: Database; report: (error: unknown) => void }

/** Passes on that somebody types, and keeps nothing of it. For all sockets alike. */
export function typingEvents({ db, report }: Needs) {
  const stateOf = ownStates(() => ({
    mayType: createQuota(10, 10_000),
    // Whom this socket may write to was looked up once, as it stays the same while somebody types.
    known: undefined as { receiverId: string; partyId: string } | undefined,
  }))

  async function pass(socket: ChatSocket, payload: unknown): Promise<TypingAck> {
    const parsed = typing.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    const state = stateOf(socket)
    if (!state.mayType()) return tooOften
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

  return {
    typing(this: ChatSocket, payload: unknown, ack: unknown) {
      acknowledge(ack, pass(this, payload), report)
    },
  }
}

export const nobody: Refused = { success: false, title: 'There is nobody with this id to write to' }
