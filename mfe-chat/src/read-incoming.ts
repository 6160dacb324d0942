import { toInstant } from '@interline/shared'
import type { Incoming } from './conversation.ts'

export type Received = Omit<Incoming, 'twins'> & { receiverId: string | null }

/** Reads a `receive-message`, with SPEC §7's two fields or with all of ours; null for what is none. A message without a time has the current one (SPEC §4). */
export function readIncoming(payload: unknown, now: number): Received | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { senderId, message, receiverId, createdAt, _id, clientId, seq }: Record<string, unknown> = { ...payload }
  if (typeof senderId !== 'string' || typeof message !== 'string') return null
  return {
    senderId,
    message,
    receiverId: typeof receiverId === 'string' ? receiverId : null,
    at: toInstant(createdAt) || now,
    ...(typeof _id === 'string' && { _id }),
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof seq === 'number' && { seq }),
  }
}
