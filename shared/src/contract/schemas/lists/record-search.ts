import { z } from 'zod'
import { searchMaxLength } from '../../lengths.ts'
import { booking } from '../ride.ts'
import { id } from '../envelope.ts'
import { text } from '../text.ts'

/** A term is looked for in all kinds of records at once, by the rules of a list's `q`. */
export const recordSearchQuery = z.object({
  q: text(searchMaxLength).describe(
    'Words in any order, of a name, an address or a number; the digits of a phone; or an `_id`.',
  ),
})

const foundUser = z.object({
  _id: id,
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const foundDriver = foundUser.extend({ driving_licence_number: z.string().nullable() })
const foundBooking = booking.pick({ _id: true, user: true, driver: true, ride: true, createdAt: true, status: true })

/**
 * GET /admin/search: the newest records that a search term finds, at most `mostFound` of each kind, the newest first. A
 * kind that the caller may not read is absent.
 */
export const recordSearch = z.object({
  drivers: z.array(foundDriver).optional(),
  users: z.array(foundUser).optional(),
  bookings: z.array(foundBooking).optional(),
})
export type RecordSearch = z.infer<typeof recordSearch>
