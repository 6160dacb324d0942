import { sql } from 'kysely'
import type { BookingListQuery, BookingStatus } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import type { Database, Tx } from '../database/tables.ts'
import { timeOfDay } from './driver-rides.ts'
import { batchSize, boundsOf, inBatches, orderOf, patternOf, spanOf, type Cursor, type Page, type SortColumns } from './list.ts'

const columns = [
  'bookings._id', 'bookings.createdAt', 'bookings.status', 'bookings.revision', 'bookings.userId', 'bookings.driverId', 'bookings.rideId',
  'rider.full_name as userName', 'driver.full_name as driverName',
  'ride.source', 'ride.destination', 'ride.ride_time', 'ride.amount',
] as const

export type BookingRow = {
  _id: string
  createdAt: Date
  status: BookingStatus
  revision: number
  userId: string
  driverId: string
  rideId: string
  userName: string
  driverName: string
  source: string
  destination: string
  ride_time: string | null
  amount: number | null
}

const sortColumns: SortColumns = {
  'user.full_name': sql`lower(rider.full_name)`,
  'ride.source.address': sql`lower(ride.source)`,
  'ride.destination.address': sql`lower(ride.destination)`,
  'driver.full_name': sql`lower(driver.full_name)`,
  createdAt: sql`bookings."createdAt"`,
  'ride.ride_time': timeOfDay(sql`ride.ride_time`),
  'ride.amount': sql`ride.amount`,
  status: sql`bookings.status`,
}

const bookings = (db: Database) =>
  db.selectFrom('bookings')
    .innerJoin('people as rider', 'rider._id', 'bookings.userId')
    .innerJoin('people as driver', 'driver._id', 'bookings.driverId')
    .innerJoin('driver_rides as ride', 'ride._id', 'bookings.rideId')

export async function pageOfBookings(db: Database, query: BookingListQuery): Promise<Page<BookingRow>> {
  let matching = bookings(db)
  const span = spanOf(query)
  if (query.id) matching = matching.where('bookings._id', '=', query.id)
  if (query.status) matching = matching.where('bookings.status', '=', query.status)
  if (query.q) {
    const pattern = patternOf(query.q)
    matching = matching.where((eb) => eb.or([
      eb('ride.searchText', 'like', pattern),
      eb(eb.fn('lower', ['rider.full_name']), 'like', pattern),
      eb(eb.fn('lower', ['driver.full_name']), 'like', pattern),
    ]))
  }
  if (span) matching = matching.where('bookings.createdAt', '>=', span.start).where('bookings.createdAt', '<', span.end)
  const { page, page_size } = boundsOf(query)
  const order = orderOf(query.sort, sortColumns, sql`bookings._id`)
  const rows = await matching.select(columns).orderBy(order).limit(page_size).offset((page - 1) * page_size).execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Every booking, newest first. */
export function allBookings(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = bookings(db).select(columns)
    if (after) rest = rest.where(sql<boolean>`(bookings."createdAt", bookings._id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`bookings."createdAt" desc, bookings._id desc`).limit(batchSize).execute()
  })
}

/** The newest bookings that a person made or drives. */
export async function bookingsOf(db: Database, personId: string, limit: number): Promise<BookingRow[]> {
  return bookings(db).select(columns)
    .where((eb) => eb.or([eb('bookings.userId', '=', personId), eb('bookings.driverId', '=', personId)]))
    .orderBy(sql`bookings."createdAt" desc, bookings._id desc`).limit(limit).execute()
}

/** The booking, held against other changes until the transaction ends, and who changed it last. */
export async function lockBooking(tx: Tx, _id: string) {
  return bookings(tx).select([...columns, 'bookings.changedBy', 'bookings.changedAt']).where('bookings._id', '=', _id).forUpdate('bookings').executeTakeFirst()
}

/** `lockBooking` first. */
export async function setBookingStatus(tx: Tx, _id: string, status: BookingStatus, changedBy: string): Promise<void> {
  await tx.updateTable('bookings').set({ status, changedBy, changedAt: new Date(), revision: sql`revision + 1` }).where('_id', '=', _id).execute()
}

export async function countSeatsTaken(tx: Tx, rideId: string): Promise<number> {
  const { taken } = await tx.selectFrom('bookings').where('rideId', '=', rideId).where('status', 'in', ['Pending', 'Accepted', 'Started'])
    .select(sql<number>`count(*)::int`.as('taken')).executeTakeFirstOrThrow()
  return taken
}

export async function createBooking(tx: Tx, booking: { userId: string; driverId: string; rideId: string }): Promise<string> {
  const _id = newId()
  await tx.insertInto('bookings').values({ ...booking, _id, createdAt: new Date(), status: 'Pending' }).execute()
  return _id
}
