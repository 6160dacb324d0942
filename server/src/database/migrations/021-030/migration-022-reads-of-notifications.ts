import { sql, type Kysely, type Migration } from 'kysely'

/**
 * An administrator can read single notifications, beside all up to a number, and who did what a notification says
 * has read it already.
 */
export const readsOfNotifications: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      'alter table notifications add column "actorId" text',
      `create table notification_reads (
        "adminId" text not null references people (_id) on delete cascade,
        seq integer not null,
        primary key ("adminId", seq)
      )`,
    ])
      await sql.raw(statement).execute(db)
  },
}
