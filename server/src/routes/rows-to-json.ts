import type { Booking, Driver, DriverRide, User } from '@interline/shared/contract'
import type { BookingRow } from '../repositories/bookings.ts'
import type { DriverRideRow } from '../repositories/driver-rides.ts'
import { eachDocument, type DriverRow } from '../repositories/drivers.ts'
import type { UserRow } from '../repositories/users.ts'
import type { LinkSigner, Reader } from '../storage/signed-link.ts'

/**
 * Rows as the JSON of SPEC §7: instants as text, documents as links, cents as dollars. Each field is named, because to
 * copy a row and replace values in the copy takes four times as long, on every row of every list.
 */
export function driverToJson(links: LinkSigner) {
  return (row: DriverRow, reader: Reader): Driver => {
    const names = eachDocument(row, 'name')
    const linkTo = links.documentsOf(row._id, reader)
    return {
      _id: row._id,
      full_name: row.full_name,
      email: row.email,
      phone: row.phone,
      createdAt: row.createdAt.toISOString(),
      car_name: row.car_name,
      driving_licence_number: row.driving_licence_number,
      driving_licence: linkTo(row.driving_licence, names.driving_licence),
      car_document: linkTo(row.car_document, names.car_document),
      car_insurance: linkTo(row.car_insurance, names.car_insurance),
      state_id: linkTo(row.state_id),
      address: row.address,
      stripe_connect_id: row.stripe_connect_id,
      is_driver_profile_approved: row.is_driver_profile_approved,
      reverify_status: row.reverify_status,
      revision: row.revision,
      role: 'driver',
      expires_on: eachDocument(row, 'expires_on'),
    }
  }
}

export const userToJson =
  (links: LinkSigner) =>
  (row: UserRow, reader: Reader): User & { role: 'user' } => ({
    _id: row._id,
    full_name: row.full_name,
    email: row.email,
    phone: row.phone,
    createdAt: row.createdAt.toISOString(),
    state_id: links.documentsOf(row._id, reader)(row.state_id),
    role: 'user',
    location: row.address === null ? null : { address: row.address },
  })

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)

export const driverRideToJson = (row: DriverRideRow): DriverRide => ({
  _id: row._id,
  driver: { _id: row.driverId, full_name: row.driverName },
  source: { address: row.source },
  destination: { address: row.destination },
  createdAt: row.createdAt.toISOString(),
  ride_time: row.ride_time,
  amount: dollars(row.amount),
  passenger_capacity: row.passenger_capacity,
})

export const bookingToJson = (row: BookingRow): Booking => ({
  _id: row._id,
  user: { _id: row.userId, full_name: row.userName },
  driver: { _id: row.driverId, full_name: row.driverName },
  ride: {
    source: { address: row.source },
    destination: { address: row.destination },
    ride_time: row.ride_time,
    amount: dollars(row.amount),
  },
  createdAt: row.createdAt.toISOString(),
  status: row.status,
  revision: row.revision,
})
