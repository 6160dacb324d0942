import { sql } from 'kysely'
import { daySpan, readAmounts, readDays, readSearch, todayIn, type ListQuery } from '@interline/shared/contract'
import { has, type Condition } from './list.ts'

export type TripQuery = ListQuery & { source?: string; destination?: string; amount?: string; created?: string }

/** The filters that look for words. */
export const tripTerms = ['source', 'destination'] as const

/** What the filters of rides and bookings keep. */
export const tripConditions = ({ source, destination, amount, created, tz = 'UTC' }: TripQuery): Condition[] => [
  ...placeConditions('sourceKey', source),
  ...placeConditions('destinationKey', destination),
  ...amountConditions(amount),
  ...dayConditions(created, tz),
]

/** A place has no index of its own: the one of the search finds it, for a row's text holds both of its places. */
const placeConditions = (column: 'sourceKey' | 'destinationKey', place = ''): Condition[] =>
  readSearch(place).words.flatMap((word) => [has(word), has(word, column)])

function amountConditions(amount = ''): Condition[] {
  const { from, to } = readAmounts(amount) ?? {}
  return [
    ...(from === undefined ? [] : [sql`amount >= ${Math.round(from * 100)}::int`]),
    ...(to === undefined ? [] : [sql`amount <= ${Math.round(to * 100)}::int`]),
  ]
}

function dayConditions(days = '', timeZone: string): Condition[] {
  const { from, to } = readDays(days, todayIn(timeZone)) ?? {}
  return [
    ...(from === undefined ? [] : [sql`"createdAt" >= ${new Date(daySpan(from, timeZone).start)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`"createdAt" < ${new Date(daySpan(to, timeZone).end)}::timestamptz`]),
  ]
}
