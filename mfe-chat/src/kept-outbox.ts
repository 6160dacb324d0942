import { session } from '@interline/shared'
import type { Outgoing } from './conversation.ts'
import { keepInTab, readFromTab } from './tab-storage.ts'

const name = 'outbox'

export const isUnsent = ({ state }: Outgoing) => state === 'waiting' || state === 'sending' || state === 'failed'

/** Keeps what no backend has confirmed yet over a reload; once nobody is signed in it stays as it is. */
export function keepOutbox(entries: readonly Outgoing[]): void {
  if (session.getState().user === null) return
  const open = entries.filter(isUnsent)
  keepInTab(name, open.length === 0 ? null : JSON.stringify(open))
}

export function readOutbox(): Outgoing[] {
  const me = session.getState().user?._id
  try {
    const kept: unknown = JSON.parse(readFromTab(name) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(isOutgoing).filter(({ senderId }) => senderId === me).map((entry) => ({ ...entry, state: entry.state === 'failed' ? 'failed' : 'waiting' }))
  } catch {
    return []
  }
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
