import { sql, type Kysely, type Migration } from 'kysely'

/** What two administrators may edit at once counts its changes, as drivers and bookings do. */
export const revisions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['policy', 'saved_views', 'invitations'])
      await sql`alter table ${sql.table(table)}
        add column revision integer not null default 0,
        add column "changedBy" text,
        add column "changedAt" timestamptz`.execute(db)
  },
}
