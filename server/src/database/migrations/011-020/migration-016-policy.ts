import { sql, type Kysely, type Migration } from 'kysely'

/** What an installation asks of its administrators. Without a row everything is as in its defaults. */
export const policy: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table policy (
      "isOnly" boolean primary key default true check ("isOnly"),
      second_factor_required boolean not null default false,
      idle_minutes integer check (idle_minutes between 5 and 1440),
      audit_retention_days integer check (audit_retention_days >= 30)
    )`.execute(db)
  },
}
