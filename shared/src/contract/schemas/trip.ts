import { z } from 'zod'
import { id } from './envelope.ts'
import { bookingStatus } from './ride.ts'
import { text } from './text.ts'

const place = z.object({ address: text(300) })

/** POST /driver/rides: a driver offers a ride. `amount` is in dollars with at most two decimals. */
export const publishRide = z.object({
  source: place,
  destination: place,
  ride_time: text(40),
  amount: z.number().min(0).max(100_000).multipleOf(0.01),
  passenger_capacity: z.number().int().min(1).max(60),
})
export type PublishRide = z.infer<typeof publishRide>

/** POST /user/bookings: a user books a seat in a ride. 409 when it is full. */
export const bookRide = z.object({ ride_id: id })

/** Publishing and booking answer this. */
export const created = z.object({ _id: id })

/**
 * POST /user/bookings/status: the driver of a booking accepts, rejects, starts and completes it, its user cancels it,
 * each only from the status before (409 otherwise).
 */
export const changeOwnBooking = z.object({ _id: id, status: bookingStatus })
