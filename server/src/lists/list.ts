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

/** A column that a list is sorted by, and its type in SQL. Where it can be empty, empty rows come last, up and down. */
type SortKey = { column: string; type: SortType; canBeEmpty?: boolean }

/**
 * A list as the database has it: rows of one table and no join. `name` is the sort key of the name that one or two
 * letters are the beginning of. `filter` makes the conditions of the list's own filters; `terms` are those of them that
 * look for words, as a search term does. `search` replaces the search in the row's own text.
 */
export type List<Row, Query extends ListQuery = ListQuery> = {
  table: 'people' | 'driver_rides' | 'bookings' | 'audit_list'
  columns: readonly ((keyof Row & string) | AliasedRawBuilder<unknown, keyof Row & string>)[]
  where: Condition
  name?: string
  sort: Record<string, SortKey>
  filter: (query: Query) => Condition[]
  terms?: readonly (keyof Query & string)[]
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

/** What a query keeps of a list. */
export function conditionsOf<Query extends ListQuery>(list: List<never, Query>, query: Query): Condition[] {
  const { id, ids, notification, date, tz = 'UTC' } = query
  const conditions = [list.where, ...list.filter(query), ...(list.search?.(query) ?? searchOrId(query, list.name))]
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

/** Whether a query looks for words. */
export const hasTerm = <Query extends ListQuery>({ terms = [] }: List<never, Query>, query: Query): boolean =>
  Boolean(query.q) || terms.some((name) => query[name] !== undefined)

/**
 * Rows whose `text` has each word of the term, or the digits of a phone number; of one
 * or two letters those whose `name` begins with them.
 */
export function searchOf(
  { q = '' }: Pick<ListQuery, 'q'>,
  { name = 'nameKey', text = 'searchText' }: { name?: string | undefined; text?: string } = {},
): Condition[] {
  const { words, digits } = readSearch(q)
  if (words.every(isShortWord)) return words.map((word) => sql`${sql.ref(name)} like ${`${escaped(word)}%`}`)
  const found = words.map((word) => has(word, text))
  return digits === null ? found : [sql`(${all(found)} or ${has(digits, text)})`]
}

/** … or the one row whose `_id` it is. */
const searchOrId = ({ q }: ListQuery, name?: string): Condition[] =>
  q !== undefined && /^[0-9a-f]{24}$/.test(q) ? [sql`_id = ${q}`] : searchOf({ q }, { name })

/** Whether a row's text, or one of its columns, has a text. */
export const has = (text: string, column = 'searchText') =>
  sql<boolean>`${sql.ref(column)} like ${`%${escaped(text)}%`}`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const all = (conditions: Condition[]) => sql.join(conditions, sql` and `)
