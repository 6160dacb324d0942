import { sql, type Kysely, type Migration } from 'kysely'

/**
 * A way to the provider and back may confirm who is signed in here instead of beginning a session. A notification says
 * of what kind it is, and about which record.
 */
export const confirmationsAndSubjects: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      `alter table begun_sign_ins add column purpose text not null default 'sign-in'`,
      `alter table sign_in_codes add column purpose text not null default 'sign-in'`,
      'alter table notifications add column kind text, add column "subjectKind" text, add column "subjectId" text',
    ])
      await sql.raw(statement).execute(db)
  },
}
