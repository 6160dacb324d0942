import { sql, type Kysely, type Migration } from 'kysely'

/**
 * One notification can stand for the rows of a bulk change, which `notification_rows` names, or for the unread messages
 * of a person, whose id it has. `several` is what was done to the rows, and by whom. A row has what its change set, and
 * what was there before: a change the other way round takes it back. A new colleague is listed none from before their
 * account: the index by time finds the first of theirs.
 */
const statements = [
  'alter table notifications add column count integer not null default 1, add column several text',
  `create table notification_rows (
    "notificationId" text not null references notifications (_id) on delete cascade,
    "rowId" text not null,
    before jsonb not null,
    after jsonb not null,
    primary key ("notificationId", "rowId")
  )`,
  'create index notification_rows_by_row on notification_rows ("rowId")',
  'create index notifications_by_time on notifications ("createdAt")',
  `delete from notifications where kind = 'message-received' and seq not in
    (select max(seq) from notifications where kind = 'message-received' group by "subjectId")`,
  `update notifications set _id = "subjectId" where kind = 'message-received'`,
]

export const grownNotifications: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
