import { sql, type RawBuilder } from 'kysely'
import { addDays, dayKey, daySpan, type DashboardAnalysis } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'

const counted = (table: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from ${table} where ${where})`

/** The eight counts, exact, as SPEC §2 shows them, and that of all bookings; a week is today and six days before. */
export async function countDashboard(db: Database, timeZone: string, now = new Date()): Promise<DashboardAnalysis> {
  const today = dayKey(now, timeZone) ?? ''
  const { start, end } = daySpan(today, timeZone)
  const week = daySpan(addDays(today, -6), timeZone).start
  const users = (where: RawBuilder<unknown>) => counted(sql`people`, sql`role = 'user' and ${where}`)
  const since = (from: number) =>
    users(sql`"createdAt" >= ${new Date(from)}::timestamptz and "createdAt" < ${new Date(end)}::timestamptz`)
  const { rows } = await sql<DashboardAnalysis>`select
    ${users(sql`true`)} as user_count,
    ${counted(sql`people`, sql`role = 'driver'`)} as driver_count,
    ${since(start)} as today_registered_users,
    ${since(week)} as weekly_registered_users,
    ${counted(sql`driver_rides`, sql`true`)} as created_rides,
    ${counted(sql`bookings`, sql`status = 'Completed'`)} as completed_rides,
    ${counted(sql`bookings`, sql`true`)} as booking_count,
    ${users(sql`platform = 'android'`)} as android_users,
    ${users(sql`platform = 'ios'`)} as ios_users`.execute(db)
  if (!rows[0]) throw new Error('The counts gave no row')
  return rows[0]
}
