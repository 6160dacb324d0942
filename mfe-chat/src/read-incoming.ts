import { toInstant } from '@interline/shared'
import type { Incoming } from './conversation.ts'
import { idOf } from './id-of.ts'

type Received = Omit<Incoming, 'twins'> & { receiverId: string | null }

/** Reads a `receive-message`, with SPEC §7's two fields or with all of ours; null for what is none. A message without a time has the current one (SPEC §4). */
export function readIncoming(payload: unknown, now: number): Received | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { message, createdAt, clientId, seq, ...ids }: Record<string, unknown> = { ...payload }
  const [senderId, _id] = [idOf(ids['senderId']), idOf(ids['_id'])]
  if (senderId === null || typeof message !== 'string') return null
  return {
    senderId,
    message,
    receiverId: idOf(ids['receiverId']),
    at: toInstant(createdAt) || now,
    ...(_id !== null && { _id }),
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof seq === 'number' && { seq }),
  }
}
