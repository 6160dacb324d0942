import { sql } from 'kysely'
import type { DashboardAnalysis } from '@interline/shared/contract'
import { addDays, dayOf, spanOfDay } from '../calendar-day.ts'
import type { Database } from '../database/tables.ts'

/** The eight counts; a week is today and the six days before it. */
export async function countDashboard(db: Database, timeZone: string, now = new Date()): Promise<DashboardAnalysis> {
  const today = dayOf(now, timeZone)
  const { start: todayStart, end } = spanOfDay(today, timeZone)
  const { start: weekStart } = spanOfDay(addDays(today, -6), timeZone)
  const users = await db.selectFrom('people').where('role', '=', 'user').select([
    sql<number>`count(*)::int`.as('user_count'),
    sql<number>`(count(*) filter (where "createdAt" >= ${todayStart}::timestamptz and "createdAt" < ${end}::timestamptz))::int`.as('today_registered_users'),
    sql<number>`(count(*) filter (where "createdAt" >= ${weekStart}::timestamptz and "createdAt" < ${end}::timestamptz))::int`.as('weekly_registered_users'),
    sql<number>`(count(*) filter (where platform = 'android'))::int`.as('android_users'),
    sql<number>`(count(*) filter (where platform = 'ios'))::int`.as('ios_users'),
  ]).executeTakeFirstOrThrow()
  const count = sql<number>`count(*)::int`.as('count')
  const drivers = await db.selectFrom('people').where('role', '=', 'driver').select(count).executeTakeFirstOrThrow()
  const rides = await db.selectFrom('driver_rides').select(count).executeTakeFirstOrThrow()
  const completed = await db.selectFrom('bookings').where('status', '=', 'Completed').select(count).executeTakeFirstOrThrow()
  return { ...users, driver_count: drivers.count, created_rides: rides.count, completed_rides: completed.count }
}
