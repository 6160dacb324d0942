import { sql } from 'kysely'
import { daySpan, readAmounts, readDays, readSearch, todayIn, type ListQuery } from '@interline/shared/contract'
import { has, type Condition } from './list.ts'

export type TripQuery = ListQuery & { source?: string; destination?: string; amount?: string; created?: string }

/** What keeps few rows or many, so that the rows are counted by the planner before they are read. */
export const tripSearches = ['source', 'destination', 'amount'] as const

export const tripFilterNames = [...tripSearches, 'created'] as const

/** What the index of the search finds for them. */
export const tripFound = ({ source = '', destination = '' }: TripQuery): Condition[] =>
  [...new Set([source, destination].flatMap((place) => readSearch(place).words))].map((word) => has(word))

/** What the filters of rides and bookings keep. */
export function tripConditions({ source, destination, amount, created, tz = 'UTC' }: TripQuery): Condition[] {
  return [
    ...placeConditions('sourceKey', source),
    ...placeConditions('destinationKey', destination),
    ...amountConditions(amount),
    ...dayConditions(created, tz),
    ...sharedConditions(source, destination),
  ]
}

/** A place has no index of its own: the one of the search finds it, for a row's text holds both of its places. */
function placeConditions(column: 'sourceKey' | 'destinationKey', place = ''): Condition[] {
  const { words } = readSearch(place)
  return words.flatMap((word) => [has(word), has(word, column)])
}

/**
 * A word that is asked for in both places is in both of a row. Most rows of a city have it in one: without this they
 * would all be read for the few from a city to itself. It is the last condition, the dearest to look at row by row.
 */
function sharedConditions(source = '', destination = ''): Condition[] {
  const { words } = readSearch(destination)
  const shared = readSearch(source).words.flatMap((one) =>
    words.flatMap((other) => (one.includes(other) ? trigramsOf(other) : other.includes(one) ? trigramsOf(one) : [])),
  )
  return shared.length === 0 ? [] : [sql`shared_trigrams("sourceKey", "destinationKey") @> ${shared}::text[]`]
}

/** As the function `shared_trigrams` of the database takes them. */
const trigramsOf = (word: string) =>
  [...word]
    .map((_, at, characters) => characters.slice(at, at + 3))
    .filter((trigram) => trigram.length === 3)
    .map((trigram) => trigram.join(''))
    .filter((trigram) => !/[ ,.0-9]/.test(trigram))

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
