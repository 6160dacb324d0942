import { sql, type Kysely, type Migration } from 'kysely'

/** Texts that administrators keep to send again: their own, and those that all of them share. */
export const cannedReplies: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table canned_replies (
        _id text primary key,
        shortcut text not null,
        text text not null,
        "isShared" boolean not null,
        "ownerId" text not null references people (_id) on delete cascade,
        "createdAt" timestamptz not null,
        revision integer not null default 0,
        "changedBy" text,
        "changedAt" timestamptz
      )`,
      'create unique index canned_replies_shared on canned_replies (shortcut) where "isShared"',
      'create unique index canned_replies_own on canned_replies ("ownerId", shortcut) where not "isShared"',
    ])
      await sql.raw(statement).execute(db)
  },
}
