import { textOf } from '@interline/shared/api'
import type { MessageRow } from '../api.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import type { Incoming } from './read-incoming.ts'

/** The messages of a history, each once, and by what a message is found in it. */
export type History = {
  rows: readonly MessageRow[]
  ids: ReadonlySet<string>
  clientIds: ReadonlySet<string>
  plain: ReadonlyMap<string, number>
}

export function indexHistory(rows: readonly MessageRow[]): History {
  const ids = new Set<string>()
  const clientIds = new Set<string>()
  const plain = new Map<string, number>()
  const once = rows.filter((row) => {
    if (typeof row._id === 'string' && row._id !== '') {
      if (ids.has(row._id)) return false
      ids.add(row._id)
    }
    if (typeof row.clientId === 'string') clientIds.add(row.clientId)
    else {
      const pair = pairOf(row.sender_id, textOf(row.message))
      plain.set(pair, (plain.get(pair) ?? 0) + 1)
    }
    return true
  })
  return { rows: once, ids, clientIds, plain }
}

const pairOf = (sender: unknown, text: string) => `${String(sender)}\n${text}`

/**
 * Whether the history holds an own message already. Where a backend keeps no client ids, one more message of the same
 * sender and text is it.
 */
export function isStored(history: History, { clientId, stored, senderId, message, twins }: Outgoing): boolean {
  if (history.clientIds.has(clientId)) return true
  if (stored) return history.ids.has(stored._id)
  return (history.plain.get(pairOf(senderId, message)) ?? 0) > twins
}

export function isKnown(history: History, { _id, clientId, senderId, message, twins }: Incoming): boolean {
  if (clientId !== undefined && history.clientIds.has(clientId)) return true
  if (_id !== undefined) return history.ids.has(_id)
  return (history.plain.get(pairOf(senderId, message)) ?? 0) > twins
}
