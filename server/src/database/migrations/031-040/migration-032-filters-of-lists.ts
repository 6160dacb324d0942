import { sql, type Kysely, type Migration } from 'kysely'

const withoutDocument = (name: string, missing: string) =>
  `create index drivers_without_${name} on people ("createdAt", serial) where role = 'driver' and ${missing}`

/**
 * Drivers are filtered by what they have not handed in, rides and bookings by their amount: its index holds the order
 * of the list, too, so that the rows which it keeps are sorted without being read.
 */
export const filtersOfLists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      withoutDocument('driving_licence', 'driving_licence is null'),
      withoutDocument('car_document', 'car_document is null'),
      withoutDocument('car_insurance', 'car_insurance is null'),
      withoutDocument('some', '(driving_licence is null or car_document is null or car_insurance is null)'),
      'create index driver_rides_amount on driver_rides (amount, "createdAt", serial)',
      'create index bookings_amount on bookings (amount, "createdAt", serial)',
    ])
      await sql.raw(statement).execute(db)
  },
}
