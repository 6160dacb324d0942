import { sql, type Kysely, type Migration } from 'kysely'

const tables = {
  people: [
    'drivers_newest',
    'drivers_name',
    'drivers_verified',
    'drivers_reverify_up',
    'drivers_reverify_down',
    'drivers_connect_up',
    'drivers_connect_down',
    'users_newest',
    'users_name',
    'users_phone_up',
    'users_phone_down',
    'users_email_up',
    'users_email_down',
  ],
  driver_rides: [
    'driver_rides_newest',
    'rides_driver',
    'rides_source',
    'rides_destination',
    'rides_time_up',
    'rides_time_down',
    'rides_amount_up',
    'rides_amount_down',
    'rides_capacity_up',
    'rides_capacity_down',
  ],
  bookings: [
    'bookings_newest',
    'bookings_by_status',
    'bookings_rider',
    'bookings_driver_name',
    'bookings_source',
    'bookings_destination',
    'bookings_time_up',
    'bookings_time_down',
    'bookings_amount_up',
    'bookings_amount_down',
  ],
}

/**
 * A row of an index may hold 2704 bytes, of which the longest sort key and its column take 2450: a text that is longer
 * than this is cut.
 */
const headBytes = 224
const bytesOfCharacter = 4

const heads = `
  add column "searchHead" text not null generated always as
    (case when octet_length(SEARCHED) <= ${headBytes} then SEARCHED else left(SEARCHED, ${headBytes / bytesOfCharacter}) end) stored,
  add column "searchCut" boolean not null generated always as (octet_length(SEARCHED) > ${headBytes}) stored`

/** What `searchText` is made of: a generated column cannot be made from another one. */
const searched = {
  people: `lower(full_name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))`,
  driver_rides: `lower(source || ' ' || destination || E'\\n' || "driverName")`,
  bookings: `lower(source || ' ' || destination || E'\\n' || "userName" || E'\\n' || "driverName")`,
}

const carrying = (build: string) => {
  const carried = '"searchHead", "searchCut"'
  return build.includes(' INCLUDE (')
    ? build.replace(/ INCLUDE \(([^)]*)\)/, ` INCLUDE ($1, ${carried})`)
    : build.replace(/( WHERE .*)?$/, ` INCLUDE (${carried})$1`)
}

/**
 * The index of each order carries the beginning of what is searched, so that a walk that looks for a needle never
 * leaves it.
 */
export const searchedWalks: Migration = {
  async up(db: Kysely<unknown>) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`set local maintenance_work_mem = '256MB'`)
    for (const [table, names] of Object.entries(tables)) {
      const { rows: builds } = await sql<{
        build: string
      }>`select indexdef as build from pg_indexes where schemaname = current_schema() and indexname = any(${names}::text[])`.execute(
        db,
      )
      await run(`drop index ${names.join(', ')}`)
      await run(`alter table ${table} ${heads.replaceAll('SEARCHED', searched[table as keyof typeof searched])}`)
      for (const { build } of builds) await run(carrying(build))
    }
  },
}
