import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DashboardAnalysis } from '@interline/shared/contract'
import { addDays, dayOf, spanOfDay, type Span } from '../calendar-day.ts'
import { bookingList } from './bookings.ts'
import { driverRideList } from './driver-rides.ts'
import { driverList } from './drivers.ts'
import type { ListShape } from './kept.ts'
import type { LongLists } from './long-lists.ts'
import { userList } from './users.ts'

/** The eight counts; a week is today and the six days before it. Each is counted once and kept right from then on. */
export async function countDashboard(lists: LongLists, timeZone: string, now = new Date()): Promise<DashboardAnalysis> {
  const count = (shape: ListShape, which?: string, condition?: RawBuilder<unknown>) =>
    lists.count(which && condition ? { shape, name: `${shape.name}, ${which}`, where: sql`${shape.all} and ${condition}` } : { shape, name: shape.name, where: shape.all, groups: shape.groups })
  const registered = ({ start, end }: Span) =>
    count(userList, `${start.toISOString()} to ${end.toISOString()}`, sql`"createdAt" >= ${start}::timestamptz and "createdAt" < ${end}::timestamptz`)
  const by = (platform: 'android' | 'ios') => count(userList, platform, sql`platform = ${platform}`)
  const today = dayOf(now, timeZone)
  const { start, end } = spanOfDay(today, timeZone)
  return {
    user_count: await count(userList),
    driver_count: await count(driverList),
    today_registered_users: await registered({ start, end }),
    weekly_registered_users: await registered({ start: spanOfDay(addDays(today, -6), timeZone).start, end }),
    created_rides: await count(driverRideList),
    completed_rides: await count(bookingList, 'Completed', sql`status = 'Completed'`),
    android_users: await by('android'),
    ios_users: await by('ios'),
  }
}
