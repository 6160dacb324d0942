import { sql } from 'kysely'
import type { ListQuery, PublishRide } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Database, Tx } from '../database/tables.ts'
import { batchSize, byIds, inBatches, type Cursor, type Page } from './list.ts'
import type { ListShape } from './kept.ts'
import type { LongLists } from './long-lists.ts'

const columns = ['_id', 'createdAt', 'source', 'destination', 'ride_time', 'amount', 'passenger_capacity', 'driverId', 'driverName'] as const

export type DriverRideRow = {
  _id: string
  createdAt: Date
  source: string
  destination: string
  ride_time: string | null
  amount: number | null
  passenger_capacity: number | null
  driverId: string
  driverName: string
}

export const driverRideList: ListShape = {
  name: 'driver rides',
  table: 'driver_rides',
  all: sql`true`,
  group: sql`''`,
  groups: [''],
  sort: {
    'driver.full_name': { value: sql`lower("driverName")` },
    'source.address': { value: sql`lower(source)` },
    'destination.address': { value: sql`lower(destination)` },
    createdAt: { value: sql`"createdAt"` },
    ride_time: { value: sql`clock_key(ride_time)`, stand: sql`''` },
    amount: { value: sql`amount`, stand: sql`0` },
    passenger_capacity: { value: sql`passenger_capacity`, stand: sql`0` },
  },
}

const rides = (db: Database) => db.selectFrom('driver_rides').select(columns)
const ridesOf = byIds((db, ids) => rides(db).where('_id', '=', ids).modifyFront(prepared))

export async function pageOfDriverRides(db: Database, lists: LongLists, query: ListQuery): Promise<Page<DriverRideRow>> {
  const { ids, ...counted } = await lists.page(driverRideList, query)
  return { rows: await ridesOf(db, ids), ...counted }
}

/** The rides that a query keeps, in its order and in batches. */
export async function* driverRidesInBatches(db: Database, lists: LongLists, query: ListQuery): AsyncGenerator<DriverRideRow[]> {
  for await (const ids of lists.ids(driverRideList, query)) yield ridesOf(db, ids)
}

/** Every ride that drivers offer, newest first. */
export function allDriverRides(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = rides(db)
    if (after) rest = rest.where(sql<boolean>`(driver_rides."createdAt", driver_rides._id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`driver_rides."createdAt" desc, driver_rides._id desc`).limit(batchSize).execute()
  })
}

/** The newest rides that still have a seat. */
export async function openRides(db: Database, limit: number): Promise<DriverRideRow[]> {
  return rides(db)
    .where(({ eb, selectFrom }) => eb(
      selectFrom('bookings').whereRef('bookings.rideId', '=', 'driver_rides._id').where('bookings.status', 'in', ['Pending', 'Accepted', 'Started'])
        .select(sql<number>`count(*)::int`.as('taken')),
      '<', sql<number>`coalesce(driver_rides.passenger_capacity, 1)`,
    ))
    .orderBy(sql`driver_rides."createdAt" desc, driver_rides._id desc`).limit(limit).execute()
}

export async function createRide(tx: Tx, driverId: string, { source, destination, ride_time, amount, passenger_capacity }: PublishRide): Promise<string> {
  const _id = newId()
  await tx.insertInto('driver_rides').values({
    _id, driverId, source: source.address, destination: destination.address, createdAt: new Date(), ride_time,
    amount: Math.round(amount * 100), passenger_capacity,
  }).execute()
  return _id
}

/** The ride, held against other bookings until the transaction ends. */
export async function lockRide(tx: Tx, _id: string) {
  return tx.selectFrom('driver_rides').select(['_id', 'driverId', 'source', 'destination', 'passenger_capacity']).where('_id', '=', _id).forUpdate().executeTakeFirst()
}
