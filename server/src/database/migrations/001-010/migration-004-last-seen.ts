import { sql, type Kysely, type Migration } from 'kysely'

export const lastSeen: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table last_seen (
      "personId" text primary key references people (_id) on delete cascade,
      at timestamptz(3) not null
    ) with (fillfactor = 70)`.execute(db)
  },
}
