import { typing, type TypingAck, type TypingNow } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { acknowledge, invalid, tooOften, type Refused } from './acknowledge.ts'
import type { ChatSocket } from './chat-socket.ts'
import { findConversation } from './conversation-of.ts'
import { createQuota } from './quota.ts'
import { rooms } from './rooms.ts'

type Needs = { db: Database; report: (error: unknown) => void }

/** Passes on that somebody types, and keeps nothing of it. */
export function typeWith(socket: ChatSocket, { db, report }: Needs) {
  const mayType = createQuota(10, 10_000)
  // Whom this socket may write to was looked up once, as it stays the same while somebody types.
  let known: { receiverId: string; partyId: string } | undefined

  async function pass(payload: unknown): Promise<TypingAck> {
    const parsed = typing.safeParse(payload)
    if (!parsed.success) return invalid(parsed.error)
    if (!mayType()) return tooOften
    const { receiverId, isTyping } = parsed.data
    if (known?.receiverId !== receiverId) {
      const found = await findConversation(db, socket.data, receiverId)
      if (!found) return nobody
      known = { receiverId, partyId: found.partyId }
    }
    const { _id: senderId, full_name, role } = socket.data
    const now: TypingNow = { partyId: known.partyId, senderId, isTyping }
    void socket.to(rooms.watch(now.partyId)).emit('typing', { ...now, full_name })
    if (role === 'admin') void socket.to(rooms.person(now.partyId)).emit('typing', now)
    return { success: true }
  }

  socket.on('typing', (payload: unknown, ack: unknown) => acknowledge(ack, pass(payload), report))
}

export const nobody: Refused = { success: false, title: 'There is nobody with this id to write to' }
