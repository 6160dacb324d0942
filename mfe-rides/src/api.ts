import { ApiError, getRows, postForDone } from '@interline/shared/api'
import { type BookingStatus, type ChangeRideStatus, isBookingStatus } from '@interline/shared/contract'

type Person = { _id?: unknown; full_name?: unknown } | null
type Address = { address?: unknown } | null

/** A ride and the ride of a booking have these fields alike. */
export type Trip = { source?: Address; destination?: Address; ride_time?: unknown; amount?: unknown }

/** GET /admin/driver/rides, as any backend may deliver it: each field can be missing or of another type. */
export type DriverRideRow = Trip & { driver?: Person; createdAt?: unknown; passenger_capacity?: unknown }

/** GET /admin/user/rides, likewise. */
export type BookingRow = {
  _id?: unknown
  user?: Person
  driver?: Person
  ride?: Trip | null
  createdAt?: unknown
  status?: unknown
  revision?: unknown
}

export const driverRidesPath = '/admin/driver/rides'
export const bookingsPath = '/admin/user/rides'

export async function changeRideStatus(
  { _id, revision }: BookingRow,
  status: BookingStatus,
  bulkId?: string,
): Promise<void> {
  const payload: ChangeRideStatus = { _id: String(_id), status }
  if (typeof revision === 'number') payload.revision = revision
  await postForDone('/admin/ride/status', payload, { bulkId })
}

/** Gives a booking the status back that it had; rejects with a conflict when it is not any more as `left`. */
export async function takeBackStatus(before: BookingRow, left: BookingStatus, bulkId?: string): Promise<void> {
  const { _id, revision, status } = before
  if (!isBookingStatus(status)) throw new ApiError({ kind: 'refused', status: 409 })
  if (typeof revision === 'number') return changeRideStatus({ _id, revision: revision + 1 }, status, bulkId)
  const now = await readBooking(_id)
  if (now?.status !== left) throw new ApiError({ kind: 'refused', status: 409 })
  return changeRideStatus(now, status, bulkId)
}

/** One booking as it is now; a backend that knows no `id` sends all of them. */
export async function readBooking(_id: unknown): Promise<BookingRow | undefined> {
  const { rows } = await getRows<BookingRow>(bookingsPath, { id: String(_id) })
  return rows.find((row) => row._id === _id)
}
