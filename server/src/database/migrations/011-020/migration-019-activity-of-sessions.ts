import { sql, type Kysely, type Migration } from 'kysely'

/** It is noted when a person did something in a session last. */
export const activityOfSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column "activeAt" timestamptz(3) not null default now()`.execute(db)
  },
}
