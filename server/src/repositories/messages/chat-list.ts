import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { listWindow, type ChatListItem, type ChatListQuery, type ListMeta } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import type { Role } from '../../database/tables/people.ts'
import { readCursor, writeCursor } from '../../lists/cursor.ts'
import { all, count, InvalidQueryError, searchOf } from '../../lists/list.ts'

type Viewer = { _id: string; role: Role }

type Row = {
  partyId: string
  full_name: string
  role: Role
  profile_picture: string | null
  message: string
  createdAt: Date
  seen_at: Date | null
  sender_id: string
  receiver_id: string
  unseen_count: number
  isUnread: boolean
  isUnanswered: boolean
  lastAt: Date
  waitingSince: Date
  closedAt: Date | null
  assignedTo: string | null
  assignedName: string | null
}

/** The condition of a conversation: the person's last message is not answered, and nobody has closed it. */
export const waitsForAnswer = sql<boolean>`"isUnanswered" and "closedAt" is null`

const batchSize = 250

/**
 * The conversations that administrators see, the latest first; for a driver or a user their own one. The ids are read
 * once, so that one that moves up meanwhile is not left out, and their rows batch by batch.
 */
export async function* listChats(db: Database, viewer: Viewer): AsyncGenerator<ChatListItem[]> {
  const isAdmin = viewer.role === 'admin'
  const ids = isAdmin
    ? (await sql<{ partyId: string }>`select "partyId" from conversations order by ${newest}`.execute(db)).rows.map(
        ({ partyId }) => partyId,
      )
    : [viewer._id]
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize)
    const chosen = sql`select * from conversations where "partyId" = any(${batch}::text[])`
    const rows = await read(db, chosen, isAdmin, sql`array_position(${batch}::text[], chosen."partyId")`)
    if (rows.length > 0) yield rows.map((row) => toJson(row, isAdmin))
  }
}

/** One page of the conversations, for an administrator. Throws `InvalidQueryError`. */
export async function readChatPage(
  db: Database,
  viewer: Viewer,
  query: ChatListQuery,
): Promise<{ rows: ChatListItem[]; meta: ListMeta }> {
  const { page_size = 50, show, sort = show === 'unanswered' ? 'waiting' : '-last_message_date', cursor } = query
  const order = orders[sort]
  const where = filterOf(viewer, query)
  const from = cursor === undefined ? undefined : decode(cursor, sort)
  const after = from && [afterRow[sort](from)]
  const page = sql`select * from conversations where ${all([sql`true`, ...where, ...(after ?? [])])}
    order by ${order} limit ${page_size + 1}::int`
  const [rows, total] = await Promise.all([read(db, page, true, order), countChats(db, where, listWindow + 1)])
  const shown = rows.slice(0, page_size)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => toJson(row, true)),
    meta: {
      total,
      page: cursor === undefined ? 1 : null,
      page_size,
      ...(rows.length > page_size && last && { next: encode(last, sort) }),
    },
  }
}

const newest = sql`"lastAt" desc, "partyId" desc`
const orders = {
  '-last_message_date': newest,
  unread: sql`"isUnread" desc, ${newest}`,
  waiting: sql`"waitingSince", "partyId"`,
}
type Sort = keyof typeof orders
type Position = { isUnread: boolean; at: Date; partyId: string }
const afterRow: Record<Sort, (from: Position) => RawBuilder<unknown>> = {
  '-last_message_date': ({ at, partyId }) => sql`("lastAt", "partyId") < (${at}::timestamptz, ${partyId})`,
  unread: ({ isUnread, at, partyId }) =>
    sql`("isUnread", "lastAt", "partyId") < (${isUnread}, ${at}::timestamptz, ${partyId})`,
  waiting: ({ at, partyId }) => sql`("waitingSince", "partyId") > (${at}::timestamptz, ${partyId})`,
}

/** How many conversations there are, at most so many. */
export const countChats = (db: Database, where: RawBuilder<unknown>[], most: number) =>
  count(db, { table: 'conversations', where: [sql`true`, ...where] }, most)

/** All that a filter of the list keeps. */
export const chatFilterOf = (show: ChatListQuery['show'], adminId: string): RawBuilder<unknown>[] => {
  if (show === 'unanswered') return [waitsForAnswer]
  if (show === 'mine') return [sql`"assignedTo" = ${adminId} and "closedAt" is null`]
  if (show === 'unassigned') return [sql`"assignedTo" is null and "closedAt" is null`]
  return show === 'closed' ? [sql`"closedAt" is not null`] : []
}

function filterOf(viewer: Viewer, { show, q = '', id }: ChatListQuery): RawBuilder<unknown>[] {
  const where = chatFilterOf(show, viewer._id)
  if (id !== undefined) where.push(sql`"partyId" = ${id}`)
  if (q !== '') {
    const named = all(searchOf({ q: q.replaceAll('\0', '') }, { name: 'nameKey', text: 'nameKey' }))
    where.push(sql`"partyId" in (select "partyId" from conversation_names where ${named})`)
  }
  return where
}

async function read(db: Database, chosen: RawBuilder<unknown>, isAdmin: boolean, order: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    with chosen as materialized (${chosen})
    select chosen."partyId", chosen."lastAt", chosen."waitingSince", chosen."isUnread", chosen."isUnanswered", chosen."closedAt",
      chosen."assignedTo", assignee.full_name as "assignedName",
      party.full_name, party.role, party.profile_picture,
      last.message, last."createdAt", last.seen_at, last.sender_id, last.receiver_id,
      (select count(*)::int from messages where messages."partyId" = chosen."partyId" and messages.seen_at is null
        and (messages.sender_id = chosen."partyId") = ${isAdmin}) as unseen_count
    from chosen
    join messages as last on last."partyId" = chosen."partyId" and last.seq = chosen."lastSeq"
    join people as party on party._id = chosen."partyId"
    left join people as assignee on assignee._id = chosen."assignedTo"
    order by ${order}`.execute(db)
  return rows
}

const toJson = (row: Row, isAdmin: boolean): ChatListItem => ({
  full_name: isAdmin ? row.full_name : 'Support',
  profile_picture: isAdmin ? row.profile_picture : null,
  last_message: row.message,
  last_message_date: row.createdAt.toISOString(),
  last_message_is_seen: row.seen_at !== null,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  party_id: row.partyId,
  ...(row.role === 'admin' ? {} : { party_role: row.role }),
  unseen_count: row.unseen_count,
  ...(isAdmin && {
    assigned_to: row.assignedTo === null ? null : { _id: row.assignedTo, full_name: row.assignedName ?? '' },
    closed_at: row.closedAt?.toISOString() ?? null,
    waiting_since: row.isUnanswered && row.closedAt === null ? row.waitingSince.toISOString() : null,
  }),
})

const position = z.tuple([z.string(), z.boolean(), z.iso.datetime(), z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)])

const encode = ({ isUnread, lastAt, waitingSince, partyId }: Row, sort: Sort) =>
  writeCursor([sort, isUnread, (sort === 'waiting' ? waitingSince : lastAt).toISOString(), partyId])

function decode(cursor: string, sort: Sort): Position {
  const { success, data } = position.safeParse(readCursor(cursor))
  if (!success || data[0] !== sort)
    throw new InvalidQueryError('cursor', 'is no cursor of this order; take it from meta.next of an answer')
  const [, isUnread, at, partyId] = data
  return { isUnread, at: new Date(at), partyId }
}
