import { sql, type Kysely, type Migration } from 'kysely'

/** Lists as administrators saved them under a name: their own, and those that all of them share. */
export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `create table saved_views (
        _id text primary key,
        name text not null,
        path text not null,
        query text not null,
        "isShared" boolean not null default false,
        "ownerId" text not null references people (_id) on delete cascade,
        "createdAt" timestamptz not null
      )`,
      'create unique index saved_views_name on saved_views ("ownerId", lower(name))',
      'create index saved_views_shared on saved_views (_id) where "isShared"',
    ])
      await sql.raw(statement).execute(db)
  },
}
