import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Who works on a conversation, whether it is closed, and what its list is ordered and filtered by, kept beside the
 * messages: to find it out of them reads each conversation. Words of messages are indexed, to be searched for.
 */
const statements = [
  `set local maintenance_work_mem = '256MB'`,
  `alter table conversations
    add column "lastAt" timestamptz not null default date_trunc('milliseconds', now()),
    add column "isUnanswered" boolean not null default false,
    add column "isUnread" boolean not null default false,
    add column "assignedTo" text references people (_id) on delete set null,
    add column "closedAt" timestamptz,
    add column "closedBy" text`,
  `update conversations set "lastAt" = last."createdAt", "isUnanswered" = last.sender_id = last."partyId"
    from messages as last where last."partyId" = conversations."partyId" and last.seq = conversations."lastSeq"`,
  `update conversations set "isUnread" = true where "partyId" in
    (select "partyId" from messages where seen_at is null and sender_id = "partyId")`,
  'create index conversations_newest on conversations ("lastAt" desc, "partyId" desc)',
  'create index conversations_unread on conversations ("isUnread" desc, "lastAt" desc, "partyId" desc)',
  `create index conversations_unanswered on conversations ("lastAt", "partyId")
    where "isUnanswered" and "closedAt" is null`,
  `create index conversations_assigned on conversations ("assignedTo", "lastAt" desc, "partyId" desc)
    where "closedAt" is null`,
  'create index conversations_closed on conversations ("lastAt" desc, "partyId" desc) where "closedAt" is not null',
  `create index messages_words on messages using gin (to_tsvector('simple', message))
    with (gin_pending_list_limit = 512)`,
]

export const workOnConversations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
