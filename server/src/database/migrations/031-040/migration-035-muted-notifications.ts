import { sql, type Kysely, type Migration } from 'kysely'

/** The kinds of notifications that an administrator does not want to see. */
export const mutedNotifications: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table muted_notifications (
      "adminId" text not null references people (_id) on delete cascade,
      kind text not null,
      primary key ("adminId", kind)
    )`.execute(db)
  },
}
