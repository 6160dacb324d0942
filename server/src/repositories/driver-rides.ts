import { sql } from 'kysely'
import type { ListQuery, PublishRide } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import type { Database, Tx } from '../database/tables.ts'
import { batchSize, boundsOf, inBatches, orderOf, patternOf, spanOf, type Cursor, type Page, type SortColumns } from './list.ts'

const columns = [
  'driver_rides._id', 'driver_rides.createdAt', 'driver_rides.source', 'driver_rides.destination', 'driver_rides.ride_time',
  'driver_rides.amount', 'driver_rides.passenger_capacity', 'driver_rides.driverId', 'driver.full_name as driverName',
] as const

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

const sortColumns: SortColumns = {
  'driver.full_name': sql`lower(driver.full_name)`,
  'source.address': sql`lower(driver_rides.source)`,
  'destination.address': sql`lower(driver_rides.destination)`,
  createdAt: sql`driver_rides."createdAt"`,
  ride_time: timeOfDay(sql`driver_rides.ride_time`),
  amount: sql`driver_rides.amount`,
  passenger_capacity: sql`driver_rides.passenger_capacity`,
}

/** Orders `09:30 AM` before `01:00 PM`; a text of another form keeps its own order after those. */
export function timeOfDay(text: ReturnType<typeof sql>) {
  return sql`case when ${text} ~* '^(0?[1-9]|1[0-2]):[0-5][0-9] ?[ap]m$'
    then (case when ${text} ~* 'pm$' then 'pm' else 'am' end) || lpad((split_part(${text}, ':', 1)::int % 12)::text, 2, '0') || substr(split_part(${text}, ':', 2), 1, 2)
    else 'z' || ${text} end`
}

const rides = (db: Database) => db.selectFrom('driver_rides').innerJoin('people as driver', 'driver._id', 'driver_rides.driverId')

export async function pageOfDriverRides(db: Database, query: ListQuery): Promise<Page<DriverRideRow>> {
  let matching = rides(db)
  const span = spanOf(query)
  if (query.id) matching = matching.where('driver_rides._id', '=', query.id)
  if (query.q) {
    const pattern = patternOf(query.q)
    matching = matching.where((eb) => eb.or([eb('driver_rides.searchText', 'like', pattern), eb(eb.fn('lower', ['driver.full_name']), 'like', pattern)]))
  }
  if (span) matching = matching.where('driver_rides.createdAt', '>=', span.start).where('driver_rides.createdAt', '<', span.end)
  const { page, page_size } = boundsOf(query)
  const order = orderOf(query.sort, sortColumns, sql`driver_rides._id`)
  const rows = await matching.select(columns).orderBy(order).limit(page_size).offset((page - 1) * page_size).execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Every ride that drivers offer, newest first. */
export function allDriverRides(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = rides(db).select(columns)
    if (after) rest = rest.where(sql<boolean>`(driver_rides."createdAt", driver_rides._id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`driver_rides."createdAt" desc, driver_rides._id desc`).limit(batchSize).execute()
  })
}

/** The newest rides that still have a seat. */
export async function openRides(db: Database, limit: number): Promise<DriverRideRow[]> {
  return rides(db).select(columns)
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
