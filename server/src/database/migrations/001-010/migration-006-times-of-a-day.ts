import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The rides of a day by the clock: what they are sorted by is worked out when they are written, not for each of
 * thousands when a page is asked for.
 */
export const timesOfADay: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['driver_rides', 'bookings']) {
      await sql
        .raw(`create index ${table}_day_time on ${table} ("createdAt", clock_key(ride_time), _id) include (ride_time)`)
        .execute(db)
    }
  },
}
