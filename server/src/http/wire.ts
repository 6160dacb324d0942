import type { Booking, ChatMessage, Driver, DriverRide, User } from '@interline/shared/contract'
import type { BookingRow } from '../repositories/bookings.ts'
import type { MessageRow } from '../repositories/chats.ts'
import type { DriverRideRow } from '../repositories/driver-rides.ts'
import type { DriverRow } from '../repositories/drivers.ts'
import type { UserRow } from '../repositories/users.ts'
import type { LinkSigner } from '../storage/signed-link.ts'

/**
 * Rows as the wire wants them: instants as text, documents as links, cents as dollars. Each field is named: copying a row and putting other
 * values into the copy takes four times as long, on every row of every list.
 */
export const driverToWire = (links: LinkSigner) => (row: DriverRow): Driver => ({
  _id: row._id,
  full_name: row.full_name,
  email: row.email,
  phone: row.phone,
  createdAt: row.createdAt.toISOString(),
  car_name: row.car_name,
  driving_licence_number: row.driving_licence_number,
  driving_licence: links.linkTo(row.driving_licence),
  car_document: links.linkTo(row.car_document),
  car_insurance: links.linkTo(row.car_insurance),
  state_id: links.linkTo(row.state_id),
  address: row.address,
  stripe_connect_id: row.stripe_connect_id,
  is_driver_profile_approved: row.is_driver_profile_approved,
  reverify_status: row.reverify_status,
  revision: row.revision,
  role: 'driver',
})

export const userToWire = (links: LinkSigner) => (row: UserRow): User & { role: 'user' } => ({
  _id: row._id,
  full_name: row.full_name,
  email: row.email,
  phone: row.phone,
  createdAt: row.createdAt.toISOString(),
  state_id: links.linkTo(row.state_id),
  role: 'user',
  location: row.address === null ? null : { address: row.address },
})

const dollars = (cents: number | null) => (cents === null ? null : cents / 100)

export const driverRideToWire = (row: DriverRideRow): DriverRide => ({
  _id: row._id,
  driver: { _id: row.driverId, full_name: row.driverName },
  source: { address: row.source },
  destination: { address: row.destination },
  createdAt: row.createdAt.toISOString(),
  ride_time: row.ride_time,
  amount: dollars(row.amount),
  passenger_capacity: row.passenger_capacity,
})

export const bookingToWire = (row: BookingRow): Booking => ({
  _id: row._id,
  user: { _id: row.userId, full_name: row.userName },
  driver: { _id: row.driverId, full_name: row.driverName },
  ride: { source: { address: row.source }, destination: { address: row.destination }, ride_time: row.ride_time, amount: dollars(row.amount) },
  createdAt: row.createdAt.toISOString(),
  status: row.status,
  revision: row.revision,
})

export const messageToWire = (row: MessageRow): ChatMessage => ({
  _id: row._id,
  seq: row.seq,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  seen_at: row.seen_at?.toISOString() ?? null,
  ...(row.clientId !== null && { clientId: row.clientId }),
})
