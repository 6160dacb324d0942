import { sql } from 'kysely'
import {
  addDays,
  corridorsShown,
  dayKey,
  daySpan,
  type Activity,
  type ActivityCounts,
  type Trend,
  type Trends,
} from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'

const dayMs = 86_400_000
const counts = ['users', 'drivers', 'rides', 'bookings', 'completed', 'canceled', 'rejected'] as const
const instant = (at: number) => sql`${new Date(at)}::timestamptz`

type Period = { from: string; to: string; timeZone: string }

/** Every day of the period, and the corridors with the most bookings and revenue. */
export async function readActivity(db: Database, period: Period, now = Date.now()): Promise<Activity> {
  const [days, corridors] = await Promise.all([readDays(db, period), readCorridors(db, period, now)])
  return { days, corridors }
}

/** When each day of the period begins, and when the last one ends. */
function dayStarts({ from, to, timeZone }: Period): { day: string; start: number; end: number }[] {
  const days: { day: string; start: number; end: number }[] = []
  let start = daySpan(from, timeZone).start
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const next = addDays(day, 1)
    // Nearly all days have 24 hours; to ask for two moments is far cheaper than to look for midnight.
    const end = start + dayMs
    const isUsual = dayKey(end, timeZone) === next && dayKey(end - 1, timeZone) === day
    days.push({ day, start, end: isUsual ? end : daySpan(day, timeZone).end })
    start = days.at(-1)?.end ?? start
  }
  return days
}

async function readDays(db: Database, period: Period): Promise<Activity['days']> {
  const days = dayStarts(period)
  const starts = sql`${days.map(({ start }) => new Date(start).toISOString())}::timestamptz[]`
  const { rows } = await sql<ActivityCounts & { nth: number }>`
    select width_bucket(slot, ${starts}) as nth, ${sql.join(counts.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))}
    from activity where slot >= ${instant(days[0]?.start ?? 0)} and slot < ${instant(days.at(-1)?.end ?? 0)}
    group by 1`.execute(db)
  const byDay = new Map(rows.map(({ nth, ...sums }) => [nth, sums]))
  const none = { users: 0, drivers: 0, rides: 0, bookings: 0, completed: 0, canceled: 0, rejected: 0 }
  return days.map(({ day }, at) => ({ day, ...none, ...byDay.get(at + 1) }))
}

/**
 * The whole days of UTC in the period are summed already; of the two at its ends the part that belongs is counted.
 * All that has not begun has no bookings.
 */
async function readCorridors(
  db: Database,
  { from, to, timeZone }: Period,
  now: number,
): Promise<Activity['corridors']> {
  const { start } = daySpan(from, timeZone)
  const { end } = daySpan(to, timeZone)
  const firstWhole = Math.ceil(start / dayMs) * dayMs
  const lastWhole = end > now ? Math.ceil(end / dayMs) * dayMs : Math.floor(end / dayMs) * dayMs
  const edges =
    firstWhole <= lastWhole
      ? [
          [start, firstWhole],
          [lastWhole, end],
        ]
      : [[start, end]]
  const counted = edges
    .filter(([begin = 0, stop = 0]) => begin < stop)
    .map(
      ([begin = 0, stop = 0]) => sql`union all
        select city_of(source), city_of(destination), 1, (status = 'Completed')::int,
          case when status = 'Completed' then coalesce(amount, 0) else 0 end
        from bookings where "createdAt" >= ${instant(begin)} and "createdAt" < ${instant(stop)}`,
    )
  const day = (at: number) => sql`${new Date(at).toISOString().slice(0, 10)}::date`
  const { rows } = await sql<{
    source: string
    destination: string
    bookings: number
    completed: number
    cents: string
  }>`with summed as (
      select source, destination, sum(bookings)::int as bookings, sum(completed)::int as completed, sum(cents)::bigint as cents
      from (select source, destination, bookings, completed, cents from corridors
        where day >= ${day(firstWhole)} and day < ${day(lastWhole)} ${sql.join(counted, sql` `)}) parts
      group by source, destination having sum(bookings) > 0),
    placed as (select *, row_number() over (order by bookings desc, source, destination) as by_count,
      row_number() over (order by cents desc, source, destination) as by_cents from summed)
    select source, destination, bookings, completed, cents::text as cents from placed
    where by_count <= ${corridorsShown}::int or by_cents <= ${corridorsShown}::int
    order by bookings desc, source, destination`.execute(db)
  return rows.map(({ cents, ...corridor }) => ({ ...corridor, revenue: Number(cents) / 100 }))
}

/** All that came to the eight counts, this week and the week before; `trends` of the contract. */
export async function readTrends(db: Database, timeZone: string, now = Date.now()): Promise<Trends> {
  const today = dayKey(now, timeZone) ?? ''
  const startOf = (day: string) => daySpan(day, timeZone).start
  const spans = {
    week: [startOf(addDays(today, -6)), now],
    weekBefore: [startOf(addDays(today, -13)), now - 7 * dayMs],
    today: [startOf(today), now],
    yesterday: [startOf(addDays(today, -1)), now - dayMs],
  } as const
  const columns = ['users', 'drivers', 'rides', 'completed', 'android', 'ios'] as const
  const sums = Object.entries(spans).flatMap(([span, [begin, end]]) =>
    columns.map(
      (
        column,
      ) => sql`coalesce(sum(${sql.ref(column)}) filter (where slot >= ${instant(begin)} and slot <= ${instant(end)}), 0)::int
        as ${sql.ref(`${span}_${column}`)}`,
    ),
  )
  const { rows } = await sql<Record<`${keyof typeof spans}_${(typeof columns)[number]}`, number>>`
    select ${sql.join(sums)} from activity where slot >= ${instant(spans.weekBefore[0])}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The trends gave no row')
  const weekly = (column: (typeof columns)[number]): Trend => ({
    now: row[`week_${column}`],
    before: row[`weekBefore_${column}`],
  })
  return {
    user_count: weekly('users'),
    driver_count: weekly('drivers'),
    created_rides: weekly('rides'),
    completed_rides: weekly('completed'),
    today_registered_users: { now: row.today_users, before: row.yesterday_users },
    weekly_registered_users: weekly('users'),
    android_users: weekly('android'),
    ios_users: weekly('ios'),
  }
}
