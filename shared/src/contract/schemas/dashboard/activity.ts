import { z } from 'zod'
import { longestPeriod } from '../../dashboard.ts'
import { calendarDay, timeZone } from '../lists/query.ts'
import { addDays } from '../../time/days.ts'

/** Query of GET /admin/dashboard/activity: from the first day to the last, both included, of the time zone `tz`. */
export const activityQuery = z
  .object({ from: calendarDay, to: calendarDay, tz: timeZone.optional() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'is before from' })
  .refine(({ from, to }) => to < addDays(from, longestPeriod), {
    path: ['from'],
    message: `is more than ${longestPeriod} days before to`,
  })
  .refine(({ from }) => from >= '1970-01-01', { path: ['from'], message: 'is before 1970' })

const count = z.number().int().nonnegative()

const counts = z.object({
  users: count.describe('Users who registered.'),
  drivers: count.describe('Drivers who registered.'),
  rides: count.describe('Rides that drivers offered.'),
  bookings: count.describe('Bookings that were made.'),
  completed: count.describe('Bookings that became Completed then, and still are.'),
  canceled: count.describe('… that became Canceled.'),
  rejected: count.describe('… that became Rejected.'),
})
export type ActivityCounts = z.infer<typeof counts>

const day = counts.extend({ day: calendarDay })
export type ActivityDay = z.infer<typeof day>

const corridor = z.object({
  source: z.string().describe('The city, e.g. `Austin, TX`, or the whole address where it names none.'),
  destination: z.string(),
  bookings: count,
  completed: count,
  revenue: z.number().nonnegative().describe('Dollars of the bookings that are completed.'),
})
export type Corridor = z.infer<typeof corridor>

/** GET /admin/dashboard/activity: every day of the period, and the corridors with the most bookings and revenue. */
export const activity = z.object({
  days: z.array(day),
  corridors: z.array(corridor).describe('The first ten by bookings, and the first ten by revenue.'),
})
export type Activity = z.infer<typeof activity>

/** Query of GET /admin/dashboard/trends. */
export const trendsQuery = z.object({ tz: timeZone.optional() })

const trend = z.object({ now: count, before: count })
export type Trend = z.infer<typeof trend>

/**
 * GET /admin/dashboard/trends: what came to each of the eight counts in the last seven days up to now, today the last,
 * and in the seven days up to a week ago; of `today_registered_users` today, and yesterday up to the same time.
 */
export const trends = z.object({
  user_count: trend,
  driver_count: trend,
  created_rides: trend,
  completed_rides: trend,
  today_registered_users: trend,
  weekly_registered_users: trend,
  android_users: trend,
  ios_users: trend,
})
export type Trends = z.infer<typeof trends>
