import type { BookingStatus } from '@interline/shared/contract'
import type { Copy, Derived, Instant, Revised } from './column.ts'

export type DriverRidesTable = {
  _id: string
  driverId: string
  source: string
  destination: string
  createdAt: Instant
  ride_time: string | null
  /** US cents. */
  amount: number | null
  passenger_capacity: number | null
  /** Keys for search and order: `placeKeys`. */
  sourceKey: string
  destinationKey: string
  driverName: Copy<string>
  searchText: Derived
}

export type BookingsTable = Revised & {
  _id: string
  userId: string
  driverId: string
  rideId: string
  createdAt: Instant
  status: BookingStatus
  userName: Copy<string>
  driverName: Copy<string>
  source: Copy<string>
  destination: Copy<string>
  ride_time: Copy<string | null>
  amount: Copy<number | null>
  searchText: Derived
}

/** All that happened in a quarter of an hour; triggers keep it; `schema/activity.ts`. */
export type ActivityTable = {
  slot: Copy<Date>
  users: Copy<number>
  android: Copy<number>
  ios: Copy<number>
  drivers: Copy<number>
  rides: Copy<number>
  bookings: Copy<number>
  /** By when they got the status that they have. */
  completed: Copy<number>
  canceled: Copy<number>
  rejected: Copy<number>
}

/** The bookings that were made on a day of UTC, from city to city. */
export type CorridorsTable = {
  day: Copy<Date>
  source: Copy<string>
  destination: Copy<string>
  bookings: Copy<number>
  completed: Copy<number>
  /** The sum of those that are completed; a bigint, which the drivers read as text. */
  cents: Copy<string>
}
