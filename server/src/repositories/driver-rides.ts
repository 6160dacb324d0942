import { sql, type Selectable } from 'kysely'
import type { DriverRideListQuery, PublishRide } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import { placeKeys } from '../database/search-keys.ts'
import type { Database, Tx } from '../database/tables.ts'
import type { DriverRidesTable } from '../database/tables/trips.ts'
import type { List } from '../lists/list.ts'
import { tripConditions, tripTerms } from '../lists/trip-filters.ts'

const columns = [
  '_id',
  'createdAt',
  'source',
  'destination',
  'ride_time',
  'amount',
  'passenger_capacity',
  'driverId',
  'driverName',
] as const

export type DriverRideRow = Pick<Selectable<DriverRidesTable>, (typeof columns)[number]>

export const driverRideList: List<DriverRideRow, DriverRideListQuery> = {
  table: 'driver_rides',
  columns,
  where: sql`true`,
  name: 'driverKey',
  sort: {
    'driver.full_name': { column: 'driverKey', type: 'text' },
    'source.address': { column: 'sourceKey', type: 'text' },
    'destination.address': { column: 'destinationKey', type: 'text' },
    createdAt: { column: 'createdAt', type: 'timestamptz' },
    ride_time: { column: 'timeKey', type: 'text', canBeEmpty: true },
    amount: { column: 'amount', type: 'int', canBeEmpty: true },
    passenger_capacity: { column: 'passenger_capacity', type: 'int', canBeEmpty: true },
  },
  terms: tripTerms,
  filter: ({ driver_id, ...trip }) => [
    ...(driver_id === undefined ? [] : [sql`"driverId" = ${driver_id}`]),
    ...tripConditions(trip),
  ],
}

/** The newest rides that still have a seat. */
export async function openRides(db: Database, limit: number): Promise<DriverRideRow[]> {
  return db
    .selectFrom('driver_rides')
    .select(columns)
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('bookings')
          .whereRef('bookings.rideId', '=', 'driver_rides._id')
          .where('bookings.status', 'in', ['Pending', 'Accepted', 'Started'])
          .select(sql<number>`count(*)::int`.as('taken')),
        '<',
        sql<number>`coalesce(driver_rides.passenger_capacity, 1)`,
      ),
    )
    .orderBy(sql`driver_rides."createdAt" desc, driver_rides._id desc`)
    .limit(limit)
    .execute()
}

export async function createRide(
  tx: Tx,
  driverId: string,
  { source, destination, ride_time, amount, passenger_capacity }: PublishRide,
): Promise<string> {
  const _id = newId()
  await tx
    .insertInto('driver_rides')
    .values({
      _id,
      driverId,
      source: source.address,
      destination: destination.address,
      ...placeKeys({ source: source.address, destination: destination.address }),
      createdAt: new Date(),
      ride_time,
      amount: Math.round(amount * 100),
      passenger_capacity,
    })
    .execute()
  return _id
}

/** The ride, held against other bookings until the transaction ends. */
export async function lockRide(tx: Tx, _id: string) {
  return tx
    .selectFrom('driver_rides')
    .select(['_id', 'driverId', 'source', 'destination', 'passenger_capacity'])
    .where('_id', '=', _id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
