import type { Booking, ChatMessage, Driver, DriverRide, User } from '@interline/shared/contract'
import type { BookingRow } from '../repositories/bookings.ts'
import type { MessageRow } from '../repositories/chats.ts'
import type { DriverRideRow } from '../repositories/driver-rides.ts'
import type { DriverRow } from '../repositories/drivers.ts'
import type { UserRow } from '../repositories/users.ts'
import type { LinkSigner } from '../storage/signed-link.ts'

/** Rows as the wire wants them: instants as text, documents as links, cents as dollars. */
export const driverToWire = (links: LinkSigner) => (row: DriverRow): Driver => ({
  ...row,
  role: 'driver',
  createdAt: row.createdAt.toISOString(),
  driving_licence: links.linkTo(row.driving_licence),
  car_document: links.linkTo(row.car_document),
  car_insurance: links.linkTo(row.car_insurance),
  state_id: links.linkTo(row.state_id),
})

export const userToWire = (links: LinkSigner) => ({ address, ...row }: UserRow): User & { role: 'user' } => ({
  ...row,
  role: 'user',
  createdAt: row.createdAt.toISOString(),
  location: address === null ? null : { address },
  state_id: links.linkTo(row.state_id),
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

export const messageToWire = ({ partyId: _partyId, clientId, ...row }: MessageRow): ChatMessage => ({
  ...row,
  ...(clientId === null ? {} : { clientId }),
  createdAt: row.createdAt.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  seen_at: row.seen_at?.toISOString() ?? null,
})
