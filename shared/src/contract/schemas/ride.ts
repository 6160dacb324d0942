import { z } from 'zod'
import { bookingStatuses } from '../bookings.ts'
import { id, instant } from './envelope.ts'
import { tripFilters } from './lists/filters.ts'
import type { Hanging } from '../bookings.ts'
import { listQuery } from './lists/query.ts'

const place = z.object({ address: z.string().nullable() })

/**
 * SPEC §3, Driver ride. `amount` is in dollars with at most two decimals; `ride_time` is the text the driver gave, e.g.
 * `09:30 AM`.
 */
export const driverRide = z.object({
  _id: id,
  driver: z.object({ _id: id, full_name: z.string() }).nullable(),
  source: place,
  destination: place,
  createdAt: instant,
  ride_time: z.string().nullable(),
  amount: z.number().nullable(),
  passenger_capacity: z.number().int().nullable(),
})
export type DriverRide = z.infer<typeof driverRide>

export const bookingStatus = z.enum(bookingStatuses)

/** SPEC §3, User ride booking. */
export const booking = z.object({
  _id: id,
  user: z.object({ _id: id, full_name: z.string() }).nullable(),
  driver: z.object({ _id: id, full_name: z.string() }).nullable(),
  ride: z
    .object({ source: place, destination: place, ride_time: z.string().nullable(), amount: z.number().nullable() })
    .nullable(),
  createdAt: instant,
  status: bookingStatus,
  revision: z.number().int().optional(),
})
export type Booking = z.infer<typeof booking>

/** Query of GET /admin/driver/rides. */
export const driverRideListQuery = listQuery.extend({
  driver_id: id.optional().describe('Keeps the rides of one driver.'),
  ...tripFilters,
})
export type DriverRideListQuery = z.infer<typeof driverRideListQuery>

/** Query of GET /admin/user/rides. */
export const bookingListQuery = listQuery.extend({
  status: bookingStatus.optional(),
  user_id: id.optional().describe('Keeps the bookings of one user.'),
  driver_id: id.optional().describe('Keeps the bookings of seats with one driver.'),
  hanging: z
    .enum(['Pending', 'Started'] satisfies Hanging[])
    .optional()
    .describe('Keeps bookings that were made more than 24 hours ago and are Pending, or that started so long ago.'),
  ...tripFilters,
})
export type BookingListQuery = z.infer<typeof bookingListQuery>

/** POST /admin/ride/status (SPEC §7). Any status may follow any other (SPEC §4). */
export const changeRideStatus = z.object({ _id: id, status: bookingStatus, revision: z.number().int().optional() })
export type ChangeRideStatus = z.infer<typeof changeRideStatus>
