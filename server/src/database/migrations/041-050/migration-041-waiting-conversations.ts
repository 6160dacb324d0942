import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Since when a person waits for an answer: their first message after our last one. Unanswered conversations went by the
 * newest message, and a person who wrote again went to the end.
 */
const statements = [
  `alter table conversations
    add column "waitingSince" timestamptz not null default date_trunc('milliseconds', now())`,
  `update conversations set "waitingSince" = coalesce((
      select "createdAt" from messages where messages."partyId" = conversations."partyId" and seq > coalesce((
        select max(seq) from messages as ours
        where ours."partyId" = conversations."partyId" and ours.sender_id <> ours."partyId"), 0)
      order by seq limit 1), "lastAt")
    where "isUnanswered"`,
  'drop index conversations_unanswered',
  `create index conversations_waiting on conversations ("waitingSince", "partyId")
    where "isUnanswered" and "closedAt" is null`,
]

export const waitingConversations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
