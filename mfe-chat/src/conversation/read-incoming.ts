import { idOf } from '@interline/shared/api'
import { toInstant } from '@interline/shared/time'

/** A message that came over the socket. `twins`: how many of the same sender and text were on screen then. */
export type Incoming = {
  senderId: string
  message: string
  at: number
  twins: number
  _id?: string
  clientId?: string
  seq?: number
  senderName?: string
}

type Received = Omit<Incoming, 'twins'> & { receiverId: string | null }

/**
 * Reads a `receive-message`, with SPEC §7's two fields or with all of ours; null for what is none. A message without a
 * time has the current one (SPEC §4).
 */
export function readIncoming(payload: unknown, now: number): Received | null {
  if (typeof payload !== 'object' || payload === null) return null
  const { message, createdAt, clientId, seq, sender_name, ...ids }: Record<string, unknown> = { ...payload }
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
    ...(typeof sender_name === 'string' && { senderName: sender_name }),
  }
}
