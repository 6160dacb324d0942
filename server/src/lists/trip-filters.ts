import { sql } from 'kysely'
import {
  daySpan,
  isShortWord,
  readAmounts,
  readDays,
  readSearch,
  todayIn,
  type ListQuery,
} from '@interline/shared/contract'
import { has, type Condition } from './list.ts'

export type TripQuery = ListQuery & { source?: string; destination?: string; amount?: string; created?: string }

/** The filters that look for words. */
export const tripTerms = ['source', 'destination'] as const

/** All that the filters of rides and bookings keep. */
export const tripConditions = ({ source, destination, amount, created, tz = 'UTC' }: TripQuery): Condition[] => [
  ...placeConditions({ sourceKey: source, destinationKey: destination }),
  ...amountConditions(amount),
  ...dayConditions(created, tz),
]

/** A place has no index of its own: the one of the search finds it, for a row's text holds both of its places. */
function placeConditions(places: Record<string, string | undefined>): Condition[] {
  const asked = Object.entries(places).flatMap(([column, place = '']) =>
    readSearch(place).words.map((word) => ({ column, word })),
  )
  // Once for a word of both; the index would go through all rows for one or two letters.
  const indexed = new Set(asked.map(({ word }) => word).filter((word) => !isShortWord(word)))
  return [...Array.from(indexed, (word) => has(word)), ...asked.map(({ word, column }) => has(word, column))]
}

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
