import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import { daySpan, isShortWord, readSearch, type ListQuery } from '@interline/shared/contract'

/** A list cannot be asked for this; `field` is the parameter of the query. */
export class InvalidQueryError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export type Condition = RawBuilder<unknown>

export type SortType = 'text' | 'int' | 'boolean' | 'timestamptz'

/**
 * A column that a list is sorted by, and its type in SQL. One that can be empty: empty rows come last, up and down.
 * `indexedWith` says that an index has the order, and which filters it holds too; without it, or with other filters, at
 * most `listWindow` rows are sorted.
 */
type SortKey = { column: string; type: SortType; canBeEmpty?: boolean; indexedWith?: readonly string[] }

/**
 * A list as the database has it: rows of one table and no join, so that one index on `(sort key, serial)` can answer
 * for an order. `filters` names the list's own filters, and `filter` makes their conditions; `searches` are those of
 * them that no index of an order holds and that keep few rows or many, as a search term does; `found` is what the index
 * of the search finds for them, of which they keep a part. `search` replaces the search in the row's own text.
 */
export type List<Row, Query extends ListQuery = ListQuery> = {
  table: 'people' | 'driver_rides' | 'bookings' | 'audit_list'
  columns: readonly ((keyof Row & string) | AliasedRawBuilder<unknown, keyof Row & string>)[]
  where: Condition
  sort: Record<string, SortKey>
  filters?: readonly (keyof Query & string)[]
  searches?: readonly (keyof Query & string)[]
  found?: (query: Query) => Condition[]
  filter?: (query: Query) => Condition[]
  search?: (query: Query) => Condition[]
}

/** The order that was asked for. `serial` breaks ties, so that pages neither repeat nor miss a row. */
export type Order = SortKey & { name: string; isDown: boolean }

const defaultSort = '-createdAt'

export function orderOf(list: Pick<List<never>, 'sort'>, name: string = defaultSort): Order {
  const column = name.replace(/^-/, '')
  const key = Object.hasOwn(list.sort, column) ? list.sort[column] : undefined
  const known = Object.keys(list.sort).join(', ')
  if (!key) throw new InvalidQueryError('sort', `"${column}" is not a column one can sort by; there are ${known}`)
  return { ...key, name, isDown: name.startsWith('-') }
}

/** The columns by which a query's rows can be sorted however many they are. A day and a search are read by age. */
export function sortableOf<Query extends ListQuery>({ sort, filters = [] }: List<never, Query>, query: Query) {
  const set = filters.filter((name) => query[name] !== undefined)
  return Object.keys(sort).filter((name) => {
    const indexedWith = sort[name]?.indexedWith
    const isByAge = name === 'createdAt' || (query.date === undefined && !query.q)
    return indexedWith !== undefined && isByAge && set.every((filter) => indexedWith.includes(filter))
  })
}

/** The conditions of a query, without its search term. */
export function filterOf<Query extends ListQuery>(list: List<never, Query>, query: Query): Condition[] {
  const { id, ids, notification, date, tz = 'UTC' } = query
  const conditions = [list.where, ...(list.filter?.(query) ?? [])]
  if (id !== undefined) conditions.push(sql`_id = ${id}`)
  if (ids !== undefined) conditions.push(sql`_id = any(${ids.split(',')}::text[])`)
  if (notification !== undefined)
    conditions.push(
      sql`_id = any(array(select "targetId" from notification_rows where "notificationId" = ${notification}))`,
    )
  if (date !== undefined && !isOfOurTimes(date)) conditions.push(sql`false`)
  else if (date !== undefined) {
    const { start, end } = daySpan(date, tz)
    conditions.push(sql`"createdAt" >= ${new Date(start)}::timestamptz and "createdAt" < ${new Date(end)}::timestamptz`)
  }
  return conditions
}

/** Time zones are known, and rows can be, in these years only. */
const isOfOurTimes = (date: string) => date >= '1900-01-01' && date <= '2999-12-31'

/** The condition of its search term: rows whose text has each of its words, or the digits of a phone number. */
export function searchOf({ q = '' }: ListQuery): Condition[] {
  const { words, digits } = readSearch(q)
  if (digits === null) return words.map(contains)
  const written = words.length > 1 ? words.map(containsNumber) : words.map((word) => has(word))
  return [sql`(${all(written)} or ${containsNumber(digits)})`]
}

/** … or the one row whose `_id` it is. */
export const searchOrId = (query: ListQuery): Condition[] =>
  query.q !== undefined && /^[0-9a-f]{24}$/.test(query.q) ? [sql`_id = ${query.q}`] : searchOf(query)

/** The same query without what it looks for. */
export const withoutSearch = <Query extends ListQuery>({ searches = [] }: List<never, Query>, query: Query): Query => ({
  ...query,
  q: undefined,
  ...Object.fromEntries(searches.map((name) => [name, undefined])),
})

/** Whether a row's text, or one of its columns, has a text. */
export const has = (text: string, column = 'searchText') =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`

/**
 * The index is asked for the part of a mail address before the @ alone: to look up its domain, which half of the
 * rows may have, takes seven times as long.
 */
function contains(text: string): Condition {
  const before = /^([^@]{5,})@./.exec(text)?.[1]
  if (before === undefined || isShortWord(before)) return has(text)
  return sql<boolean>`(${has(before)} and strpos("searchText", ${text}) > 0)`
}

/**
 * The index is asked for a long number's first and last four characters, and for the last of a part of one: what
 * stands in the middle of phone numbers many have in common.
 */
function containsNumber(text: string): Condition {
  const isIn = sql<boolean>`strpos("searchText", ${text}) > 0`
  if (isShortWord(text)) return isIn
  const ends = (text.length > 8 ? [text.slice(0, 4), text.slice(-4)] : [text.slice(-4)]).filter(
    (end) => !isShortWord(end),
  )
  const isWhole = text.length < 9 && /^[0-9]+$/.test(text)
  return isWhole || ends.length === 0 ? has(text) : sql<boolean>`(${all(ends.map((end) => has(end)))} and ${isIn})`
}

/** Whether a query looks for something, a term or what a filter of `searches` keeps. */
export const isSearch = <Query extends ListQuery>({ searches = [] }: List<never, Query>, query: Query): boolean =>
  Boolean(query.q) || searches.some((name) => query[name] !== undefined)

/** The runs that the index finds a term by: three letters or digits in a row, and more. */
export const indexedParts = ({ q = '' }: ListQuery) => q.match(/[\p{L}\p{N}]{3,}/gu)?.join(' ') ?? q

/** No index finds a term that has no trigram. */
export const isShort = ({ q = '' }: ListQuery) => readSearch(q).words.every(isShortWord)

export const all = (conditions: Condition[]) => sql.join(conditions, sql` and `)
