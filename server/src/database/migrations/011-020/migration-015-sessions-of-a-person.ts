import { sql, type Kysely, type Migration } from 'kysely'

/** Sessions have an id of their own, and it is noted where they began and when they were used last. */
export const sessionsOfAPerson: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions
      add column _id text not null default left(replace(gen_random_uuid()::text, '-', ''), 24),
      add column address text,
      add column "userAgent" text,
      add column "usedAt" timestamptz(3)`.execute(db)
  },
}
