import { sql, type Kysely, type Migration } from 'kysely'

const searchText = `lower(full_name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '') || E'\\n' ||
  regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || E'\\n' || coalesce(driving_licence_number, ''))`

const index = (name: string, role: string) =>
  `create index ${name} on people using gin ("searchText" gin_trgm_ops) with (gin_pending_list_limit = 512)
    where role = '${role}'`

/** People are found by the digits of their phone and by their driving licence number, too. */
export const searchOfPeople: Migration = {
  async up(db: Kysely<unknown>) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`set local maintenance_work_mem = '256MB'`)
    await run(`alter table people drop column "searchText"`)
    await run(`alter table people add column "searchText" text not null generated always as (${searchText}) stored`)
    await run(`alter table people alter column "searchText" set statistics 1000`)
    await run(index('drivers_search', 'driver'))
    await run(index('users_search', 'user'))
  },
}
