import { sql, type Selectable } from 'kysely'
import type { ChatMessage, HistoryQuery } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { MessagesTable } from '../../database/tables/messages.ts'
import type { Role } from '../../database/tables/people.ts'

/** One of the two sides of a conversation: the person it is with, or the support desk. */
type Side = 'party' | 'support'

export type MessageRow = Selectable<MessagesTable>

/** A message as the JSON of SPEC §7; with the name of the administrator who wrote it, for administrators alone. */
export const messageToJson = (row: MessageRow, senderName?: string | null): ChatMessage => ({
  _id: row._id,
  seq: row.seq,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  seen_at: row.seen_at?.toISOString() ?? null,
  ...(row.clientId !== null && { clientId: row.clientId }),
  ...(senderName != null && { sender_name: senderName }),
})

const biggestSeq = 2_147_483_647
const batchSize = 250

export type HistoryRow = MessageRow & { senderName: string | null }

/** Oldest first: the newest `limit` messages, also of those before a `seq`, or the oldest after one. */
export async function readHistory(
  db: Database,
  partyId: string,
  { before, after, limit }: HistoryQuery & { limit: number },
): Promise<HistoryRow[]> {
  let messages = db
    .selectFrom('messages')
    .leftJoin('people as colleague', (join) =>
      join.onRef('colleague._id', '=', 'messages.sender_id').on('messages.sender_id', '<>', partyId),
    )
    .selectAll('messages')
    .select('colleague.full_name as senderName')
    .where('partyId', '=', partyId)
  if (before !== undefined) messages = messages.where('seq', '<', Math.min(before, biggestSeq))
  if (after !== undefined) messages = messages.where('seq', '>', Math.min(after, biggestSeq))
  if (after !== undefined) return messages.orderBy('seq').limit(limit).execute()
  return (await messages.orderBy('seq', 'desc').limit(limit).execute()).reverse()
}

/** A history, or its part before or after a `seq`, oldest first; at most one batch of it is in memory. */
export async function* wholeHistory(
  db: Database,
  partyId: string,
  { before, after = 0 }: HistoryQuery,
): AsyncGenerator<HistoryRow[]> {
  for (let last = after; ;) {
    const rows = await readHistory(db, partyId, { before, after: last, limit: batchSize })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    last = rows.at(-1)?.seq ?? last
  }
}

/**
 * Marks what the other side sent as seen by `viewer`; the highest `seq` among it, or undefined when there was nothing
 * new.
 */
export async function markMessagesSeen(
  db: Database,
  partyId: string,
  viewer: Side,
  at: Date,
): Promise<number | undefined> {
  // First, and so locked: what is written meanwhile comes after it, and is unread again.
  if (viewer === 'support')
    await db
      .updateTable('conversations')
      .set({ isUnread: false })
      .where('partyId', '=', partyId)
      .where('isUnread', '=', true)
      .execute()
  const unseen = db
    .selectFrom('messages')
    .select('_id')
    .where('partyId', '=', partyId)
    .where('seen_at', 'is', null)
    .where('sender_id', viewer === 'support' ? '=' : '!=', partyId)
    .orderBy('seq')
    .forNoKeyUpdate()
  const rows = await db
    .updateTable('messages')
    .set({ seen_at: at, delivered_at: sql<Date>`coalesce(delivered_at, ${at}::timestamptz)` })
    .where(sql<boolean>`_id = any(array${unseen})`)
    .returning('seq')
    .execute()
  return rows.length > 0 ? Math.max(...rows.map(({ seq }) => seq)) : undefined
}

/**
 * Marks as delivered what waited for the support desk, or for one person; the highest `seq` of each conversation. What
 * somebody else is marking just now is theirs to announce.
 */
export async function markMessagesDelivered(
  db: Database,
  to: 'support' | { partyId: string },
  at: Date,
): Promise<{ partyId: string; seq: number }[]> {
  const all = db.selectFrom('messages').select('_id').where('delivered_at', 'is', null)
  const waiting =
    to === 'support'
      ? all.whereRef('sender_id', '=', 'partyId')
      : all.where('partyId', '=', to.partyId).whereRef('sender_id', '!=', 'partyId')
  const rows = await db
    .updateTable('messages')
    .set({ delivered_at: at })
    .where(sql<boolean>`_id = any(array${waiting.forNoKeyUpdate().skipLocked()})`)
    .returning(['partyId', 'seq'])
    .execute()
  const highest = new Map<string, number>()
  for (const { partyId, seq } of rows) highest.set(partyId, Math.max(seq, highest.get(partyId) ?? 0))
  return [...highest].map(([partyId, seq]) => ({ partyId, seq }))
}

/** The person that an id in a chat call means. */
export async function findCorrespondent(db: Database, _id: string) {
  return db.selectFrom('people').select(['_id', 'role', 'full_name']).where('_id', '=', _id).executeTakeFirst()
}

/** The conversation in which the caller writes to `receiverId`; undefined when there can be none. */
export async function findConversation(db: Database, caller: { _id: string; role: Role }, receiverId: string) {
  const receiver = await findCorrespondent(db, receiverId)
  if (!receiver || (receiver.role === 'admin') === (caller.role === 'admin')) return undefined
  return { partyId: caller.role === 'admin' ? receiver._id : caller._id, receiverId: receiver._id }
}

/** The administrator whom drivers and users address when they have not heard from one yet. */
export async function findSupportAccount(db: Database) {
  return db
    .selectFrom('people')
    .select('_id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('_id')
    .limit(1)
    .executeTakeFirst()
}
