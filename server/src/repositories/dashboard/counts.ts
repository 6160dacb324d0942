import { sql } from 'kysely'
import { addDays, dayKey, daySpan, type DashboardAnalysis } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'

/**
 * The eight counts, exact, as SPEC §2 shows them, and that of all bookings, from what triggers sum for each quarter of
 * an hour: the days of every time zone begin with one. A week is today and six days before.
 */
export async function countDashboard(db: Database, timeZone: string, now = new Date()): Promise<DashboardAnalysis> {
  const today = dayKey(now, timeZone) ?? ''
  const { start, end } = daySpan(today, timeZone)
  const week = daySpan(addDays(today, -6), timeZone).start
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`
  const usersSince = (from: number) => sql<number>`coalesce(sum(users) filter (
    where slot >= ${new Date(from)}::timestamptz and slot < ${new Date(end)}::timestamptz), 0)::int`
  const { rows } = await sql<DashboardAnalysis>`select
    ${sum('users')} as user_count,
    ${sum('drivers')} as driver_count,
    ${usersSince(start)} as today_registered_users,
    ${usersSince(week)} as weekly_registered_users,
    ${sum('rides')} as created_rides,
    ${sum('completed')} as completed_rides,
    ${sum('bookings')} as booking_count,
    ${sum('android')} as android_users,
    ${sum('ios')} as ios_users
    from activity`.execute(db)
  if (!rows[0]) throw new Error('The counts gave no row')
  return rows[0]
}
