import { sql } from 'kysely'
import { newId } from '../../database/ids.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import type { MessageRow } from './conversations.ts'

/**
 * `isToSupport`: from a driver or user to an administrator; else it is from an administrator, and `partyId` is the
 * receiver. With a `notification` administrators are told of it; that has the person's `_id`.
 */
export type NewMessage = {
  partyId: string
  sender_id: string
  receiver_id: string
  message: string
  clientId?: string | undefined
  isToSupport: boolean
  isDelivered: boolean
  notification?: { title: string; body: string } | undefined
}

/** The outcome of a message; undefined when there is nobody with the receiver's id on the other side. */
export type Appended = { row: MessageRow; isNew: boolean } | undefined

const mostTries = 3

/**
 * Stores messages of any conversations, with the notifications of administrators, in one statement and one commit: all
 * of them or, when it throws, none. Each conversation counts them in the order given here, without a gap. With a
 * `clientId` that this sender has used before, the message from then comes back and nothing is stored.
 */
export async function appendMessages(db: Database, messages: readonly NewMessage[]): Promise<Appended[]> {
  const createdAt = new Date()
  const first = new Map<string, MessageRow>()
  const rows = messages.map((message) => {
    const row = rowOf(message, createdAt)
    const key = row.clientId === null ? row._id : keyOf(row)
    if (!first.has(key)) first.set(key, row)
    return { row, key, message }
  })
  const own = rows.filter(({ row, key }) => first.get(key) === row)
  const seqs = await insertOnce(
    db,
    own.map(({ row, message }) => givenOf(row, message)),
    createdAt,
  )
  const missing = own.filter(({ row }) => row.clientId !== null && !seqs.has(row._id)).map(({ row }) => row)
  const earlier = missing.length > 0 ? await findByClientIds(db, missing) : undefined
  return rows.map(({ row, key }) => {
    const stored = first.get(key) ?? row
    const seq = seqs.get(stored._id)
    if (seq !== undefined) return { row: { ...stored, seq }, isNew: stored === row }
    const from = earlier?.get(key)
    return from && { row: from, isNew: false }
  })
}

const rowOf = (
  { partyId, sender_id, receiver_id, message, clientId, isDelivered }: NewMessage,
  createdAt: Date,
): MessageRow => ({
  _id: newId(createdAt),
  partyId,
  seq: 0,
  sender_id,
  receiver_id,
  message: wellFormed(message),
  clientId: clientId === undefined ? null : wellFormed(clientId),
  createdAt,
  delivered_at: isDelivered ? createdAt : null,
  seen_at: null,
})

/** All that the statement is given of a message; what all have in common is given once. */
const givenOf = (
  { _id, partyId, sender_id, receiver_id, message, clientId }: MessageRow,
  { isToSupport, isDelivered, notification }: NewMessage,
) => ({
  _id,
  partyId,
  sender_id,
  receiver_id,
  message,
  clientId,
  isToSupport,
  isDelivered,
  title: notification?.title,
  excerpt: notification && wellFormed(notification.body),
})

const keyOf = ({ sender_id, clientId }: { sender_id: string; clientId: string | null }) => `${sender_id} ${clientId}`

/** Half a surrogate pair is no character, and PostgreSQL takes no JSON that holds one. */
const wellFormed = (text: string) => (/\p{Surrogate}/u.test(text) ? Buffer.from(text).toString() : text)

/**
 * The `seq` of each that was stored, by `_id`. A message with the same client id that is committed meanwhile takes all
 * back, and so does a person who is erased meanwhile; the next try sees it.
 */
async function insertOnce(
  db: Database,
  messages: ReturnType<typeof givenOf>[],
  createdAt: Date,
): Promise<Map<string, number>> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { rows } = await insertAll(JSON.stringify(messages), createdAt).execute(db)
      return new Map(rows.map(({ _id, seq }) => [_id, seq]))
    } catch (error) {
      if (
        // After an error nothing more can be done in a transaction.
        db.isTransaction ||
        tries === mostTries ||
        !(error instanceof Error && 'code' in error && /^(23505|40P01|40001)$/.test(String(error.code)))
      )
        throw error
    }
  }
}

/**
 * Scalar subqueries, where joins would do, make a plan that looks single rows up, whatever the planner takes the
 * tables' sizes for.
 */
const insertAll = (messages: string, createdAt: Date) => sql<{ _id: string; seq: number }>`${prepared}
  with given as materialized (
    select given.*, (select role from people where people._id = given.receiver_id) = 'admin' as "isAdmin",
      (select "erasedAt" is not null from people where people._id = given."partyId") as "isErased",
      (select true from messages where messages.sender_id = given.sender_id and messages."clientId" = given."clientId") as "isRepeated"
    from rows from (json_to_recordset(${messages}::text::json) as (_id text, "partyId" text, sender_id text, receiver_id text, message text,
      "clientId" text, "isToSupport" boolean, "isDelivered" boolean, title text, excerpt text))
      with ordinality as given (_id, "partyId", sender_id, receiver_id, message, "clientId", "isToSupport", "isDelivered", title, excerpt, at)
  ), fresh as materialized (
    select *, row_number() over (partition by "partyId" order by at) as nth, count(*) over (partition by "partyId") as many,
      bool_or("isToSupport") over (partition by "partyId") as "isHeard", count(title) over (partition by "partyId") as told
    from given where "isAdmin" = "isToSupport" and "isErased" is not true and "isRepeated" is null
  ), named as materialized (
    -- Of a new conversation the person is locked first, as in all changes: its trigger reads their name.
    select from (select "partyId" from fresh where nth = many
        and not exists (select from conversations where conversations."partyId" = fresh."partyId") order by "partyId") as new
      cross join lateral (select from people where _id = new."partyId" for share) as person
  ), counted as (
    -- In one order on every node, so that two never wait for each other.
    insert into conversations ("partyId", "lastSeq", "lastAt", "isUnanswered", "isUnread", "waitingSince")
      select "partyId", many, ${createdAt}::timestamptz, "isToSupport", "isHeard", ${createdAt}::timestamptz from fresh
      where nth = many and (select count(*) from named) >= 0 order by "partyId"
    on conflict ("partyId") do update set "lastSeq" = conversations."lastSeq" + excluded."lastSeq", "lastAt" = excluded."lastAt",
      "isUnanswered" = excluded."isUnanswered", "isUnread" = conversations."isUnread" or excluded."isUnread",
      "waitingSince" = case when conversations."isUnanswered" and conversations."closedAt" is null
        and not exists (select from fresh where fresh."partyId" = conversations."partyId" and not "isToSupport")
        then conversations."waitingSince" else excluded."waitingSince" end,
      -- What the person writes opens it again.
      "closedAt" = case when excluded."isUnread" then null else conversations."closedAt" end
    returning "partyId", "lastSeq"
  ), notified as (
    -- The unread messages of a person are one; the statement still sees whether they were unread before it.
    insert into notifications (_id, title, body, "createdAt", kind, resource, "targetId", count)
    select distinct on ("partyId") "partyId", title, excerpt, ${createdAt}::timestamptz, 'message-received', 'chat', "partyId", told
      from fresh where title is not null order by "partyId", at desc
    on conflict (_id) do update set seq = excluded.seq, title = excluded.title, body = excluded.body, "createdAt" = excluded."createdAt",
      count = excluded.count + case when (select "isUnread" from conversations where "partyId" = excluded._id) then notifications.count else 0 end
  )
  insert into messages (_id, "partyId", seq, sender_id, receiver_id, message, "clientId", "createdAt", delivered_at)
  select _id, "partyId", "lastSeq" - many + nth, sender_id, receiver_id, message, "clientId", ${createdAt}::timestamptz, case when "isDelivered" then ${createdAt}::timestamptz end
  from fresh join counted using ("partyId") order by at
  returning _id, seq`

async function findByClientIds(db: Database, rows: MessageRow[]): Promise<Map<string, MessageRow>> {
  const found = await db
    .selectFrom('messages')
    .selectAll()
    .where((eb) =>
      eb.or(rows.map(({ sender_id, clientId }) => eb('sender_id', '=', sender_id).and('clientId', '=', clientId))),
    )
    .execute()
  return new Map(found.map((row) => [keyOf(row), row]))
}
