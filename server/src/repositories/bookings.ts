import { sql } from 'kysely'
import { bookingStatuses, type BookingListQuery, type BookingStatus } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Database, Tx } from '../database/tables.ts'
import { batchSize, byIds, inBatches, type Cursor, type Page } from './list.ts'
import type { Filters, ListShape } from './kept.ts'
import type { LongLists } from './long-lists.ts'

const columns = [
  '_id', 'createdAt', 'status', 'revision', 'userId', 'driverId', 'rideId', 'userName', 'driverName', 'source', 'destination', 'ride_time', 'amount',
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

export const bookingList: ListShape = {
  name: 'bookings',
  table: 'bookings',
  all: sql`true`,
  group: sql`status`,
  groups: [...bookingStatuses],
  sort: {
    'user.full_name': { value: sql`lower("userName")` },
    'ride.source.address': { value: sql`lower(source)` },
    'ride.destination.address': { value: sql`lower(destination)` },
    'driver.full_name': { value: sql`lower("driverName")` },
    createdAt: { value: sql`"createdAt"` },
    'ride.ride_time': { value: sql`clock_key(ride_time)`, stand: sql`''` },
    'ride.amount': { value: sql`amount`, stand: sql`0` },
    status: { value: sql`status` },
  },
}

const filtersOf = ({ status }: BookingListQuery): Filters | undefined => (status ? { groups: [status], where: [sql`status = ${status}`] } : undefined)

const bookings = (db: Database) => db.selectFrom('bookings').select(columns)
const bookingsWith = byIds((db, ids) => bookings(db).where('_id', '=', ids).modifyFront(prepared))

export async function pageOfBookings(db: Database, lists: LongLists, query: BookingListQuery): Promise<Page<BookingRow>> {
  const { ids, ...counted } = await lists.page(bookingList, query, filtersOf(query))
  return { rows: await bookingsWith(db, ids), ...counted }
}

/** The bookings that a query keeps, in its order and in batches. */
export async function* bookingsInBatches(db: Database, lists: LongLists, query: BookingListQuery): AsyncGenerator<BookingRow[]> {
  for await (const ids of lists.ids(bookingList, query, filtersOf(query))) yield bookingsWith(db, ids)
}

/** Every booking, newest first. */
export function allBookings(db: Database) {
  return inBatches(async (after: Cursor | undefined) => {
    let rest = bookings(db)
    if (after) rest = rest.where(sql<boolean>`(bookings."createdAt", bookings._id) < (${after.createdAt}, ${after._id})`)
    return rest.orderBy(sql`bookings."createdAt" desc, bookings._id desc`).limit(batchSize).execute()
  })
}

/** The newest bookings that a person made or drives. */
export async function bookingsOf(db: Database, personId: string, limit: number): Promise<BookingRow[]> {
  return bookings(db)
    .where((eb) => eb.or([eb('bookings.userId', '=', personId), eb('bookings.driverId', '=', personId)]))
    .orderBy(sql`bookings."createdAt" desc, bookings._id desc`).limit(limit).execute()
}

/** The booking, held against other changes until the transaction ends, and who changed it last. */
export async function lockBooking(tx: Tx, _id: string) {
  return bookings(tx).select(['changedBy', 'changedAt']).where('_id', '=', _id).forUpdate().executeTakeFirst()
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
