import { session } from '@interline/shared/session'

/** An own message from Enter until the history has it. */
export type Outgoing = {
  clientId: string
  senderId: string
  receiverId: string
  message: string
  role: 'Driver' | 'User'
  at: number
  /** How many messages of the same sender and text were on screen before it. */
  twins: number
  /** `assumed`: sent to a backend that acknowledges nothing. */
  state: 'waiting' | 'sending' | 'sent' | 'assumed' | 'failed'
  attempts: number
  /** Sent without its `clientId`: sent again, it would arrive twice. */
  isPlain?: boolean
  emittedAt: number
  reason?: string
  stored?: { _id: string; seq: number | null }
}

export const isUnsent = ({ state }: Outgoing): boolean =>
  state === 'waiting' || state === 'sending' || state === 'failed'

/** The own messages in what was stored. What was on its way then waits again. */
export function readOutgoing(stored: unknown): Outgoing[] {
  const me = session.getState().user?._id
  return (Array.isArray(stored) ? stored : [])
    .filter(isOutgoing)
    .filter(({ senderId }) => senderId === me)
    .map((entry) => ({ ...entry, state: entry.state === 'failed' ? 'failed' : 'waiting' }))
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false
  const entry: Record<string, unknown> = { ...value }
  const texts = [entry.clientId, entry.senderId, entry.receiverId, entry.message]
  const numbers = [entry.at, entry.twins, entry.attempts, entry.emittedAt]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    (entry.role === 'Driver' || entry.role === 'User')
  )
}
