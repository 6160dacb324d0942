import { z } from 'zod'
import { timeZone } from '../lists/query.ts'

/** `today` and `weekly` of the dashboard are days of this time zone; UTC without it. */
export const dashboardQuery = z.object({ tz: timeZone.optional() })

const count = z.number().int().nonnegative()

/** GET /admin/dashboard/analysis (SPEC §3). `today` and `weekly` are days of the `tz` that was asked for, else UTC. */
export const dashboardAnalysis = z.object({
  user_count: count,
  driver_count: count,
  created_rides: count,
  completed_rides: count,
  today_registered_users: count,
  weekly_registered_users: count,
  android_users: count,
  ios_users: count,
  booking_count: count.optional().describe('Bookings in all, of which `completed_rides` are completed.'),
})
export type DashboardAnalysis = z.infer<typeof dashboardAnalysis>
