import type { BookingStatus } from './contract/ride.ts'

const order = { Accepted: 1, Rejected: 2, Pending: 3, Canceled: 4, Completed: 5, Started: 6 } satisfies Record<BookingStatus, number>

/** SPEC §4: the six values, in the order of the Change Status select. */
export const bookingStatuses = Object.keys(order) as readonly BookingStatus[]

export const isBookingStatus = (value: unknown): value is BookingStatus => typeof value === 'string' && Object.hasOwn(order, value)
