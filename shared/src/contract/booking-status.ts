/** SPEC §4: the six values of a booking's status, in the order of the Change Status select. */
export const bookingStatuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const isBookingStatus = (value: unknown): value is BookingStatus =>
  bookingStatuses.some((status) => status === value)
