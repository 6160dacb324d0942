import { sql, type Selectable } from 'kysely'
import { hangingHours, type BookingListQuery, type Hanging } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import type { Database, Tx } from '../database/tables.ts'
import type { BookingsTable } from '../database/tables/trips.ts'
import type { Condition, List } from '../lists/list.ts'
import { tripConditions, tripTerms } from '../lists/trip-filters.ts'

export const bookingColumns = [
  '_id',
  'createdAt',
  'status',
  'revision',
  'userId',
  'driverId',
  'rideId',
  'userName',
  'driverName',
  'source',
  'destination',
  'ride_time',
  'amount',
] as const

export type BookingRow = Pick<Selectable<BookingsTable>, (typeof bookingColumns)[number]>

export const bookingList: List<BookingRow, BookingListQuery> = {
  table: 'bookings',
  columns: bookingColumns,
  where: sql`true`,
  name: 'userKey',
  sort: {
    'user.full_name': { column: 'userKey', type: 'text' },
    'ride.source.address': { column: 'sourceKey', type: 'text' },
    'ride.destination.address': { column: 'destinationKey', type: 'text' },
    'driver.full_name': { column: 'driverKey', type: 'text' },
    createdAt: { column: 'createdAt', type: 'timestamptz' },
    'ride.ride_time': { column: 'timeKey', type: 'text', canBeEmpty: true },
    'ride.amount': { column: 'amount', type: 'int', canBeEmpty: true },
    status: { column: 'status', type: 'text' },
  },
  terms: tripTerms,
  filter: ({ status, user_id, driver_id, hanging, ...trip }) => [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(user_id === undefined ? [] : [sql`"userId" = ${user_id}`]),
    ...(driver_id === undefined ? [] : [sql`"driverId" = ${driver_id}`]),
    ...(hanging === undefined ? [] : [isHanging(hanging)]),
    ...tripConditions(trip),
  ],
}

/** Bookings that have been as they are for too long: pending since they were made, or started since they changed. */
export function isHanging(as: Hanging): Condition {
  const before = sql`${new Date(Date.now() - hangingHours[as] * 3_600_000)}::timestamptz`
  return as === 'Pending'
    ? sql`status = 'Pending' and "createdAt" < ${before}`
    : sql`status = 'Started' and "createdAt" < ${before} and coalesce("changedAt", "createdAt") < ${before}`
}

/** The newest bookings that a person made or drives. */
export async function bookingsOf(db: Database, personId: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .select(bookingColumns)
    .where((eb) => eb.or([eb('bookings.userId', '=', personId), eb('bookings.driverId', '=', personId)]))
    .orderBy(sql`bookings."createdAt" desc, bookings._id desc`)
    .limit(limit)
    .execute()
}

export async function countSeatsTaken(tx: Tx, rideId: string): Promise<number> {
  const { taken } = await tx
    .selectFrom('bookings')
    .where('rideId', '=', rideId)
    .where('status', 'in', ['Pending', 'Accepted', 'Started'])
    .select(sql<number>`count(*)::int`.as('taken'))
    .executeTakeFirstOrThrow()
  return taken
}

export async function createBooking(
  tx: Tx,
  booking: { userId: string; driverId: string; rideId: string },
): Promise<{ _id: string; userName: string }> {
  return tx
    .insertInto('bookings')
    .values({ ...booking, _id: newId(), createdAt: new Date(), status: 'Pending' })
    .returning(['_id', 'userName'])
    .executeTakeFirstOrThrow()
}
