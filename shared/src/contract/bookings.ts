/** SPEC §4: the six values of a booking's status, in the order of the Change Status select. */
export const bookingStatuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const isBookingStatus = (value: unknown): value is BookingStatus =>
  bookingStatuses.some((status) => status === value)

/** A booking can hang in these statuses, after so many hours. */
export const hangingHours = { Pending: 24, Started: 24 } as const
export type Hanging = keyof typeof hangingHours
