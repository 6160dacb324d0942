import { sql, type Kysely, type Migration } from 'kysely'

const statements = [
  `create table repeatable_answers (
    "callerId" text not null references people (_id) on delete cascade,
    key text not null,
    "requestHash" text not null,
    answer jsonb not null,
    "createdAt" timestamptz(3) not null,
    primary key ("callerId", key)
  )`,
  'create index repeatable_answers_age on repeatable_answers ("createdAt")',
]

export const repeatedRequests: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
