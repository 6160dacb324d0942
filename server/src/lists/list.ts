import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import { daySpan, isShortWord, readSearch, type ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'

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
  table: 'people' | 'driver_rides' | 'bookings' | 'conversations' | 'audit_list'
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

export function orderOf(list: Pick<List<never>, 'sort'>, name = '-createdAt'): Order {
  const column = name.replace(/^-/, '')
  const key = Object.hasOwn(list.sort, column) ? list.sort[column] : undefined
  const known = Object.keys(list.sort).join(', ')
  if (!key) throw new InvalidQueryError('sort', `"${column}" is not a column one can sort by; there are ${known}`)
  return { ...key, name, isDown: name.startsWith('-') }
}

/** All that a query keeps of a list. */
function conditionsOf<Query extends ListQuery>(list: List<never, Query>, query: Query): Condition[] {
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

/** The rows that a query keeps, in their order. */
export type Selection = { table: List<never>['table']; where: Condition[]; order: Order }

/** All that a query asks of a list. Throws `InvalidQueryError`. */
export const select = <Query extends ListQuery>(list: List<never, Query>, query: Query): Selection => ({
  table: list.table,
  where: conditionsOf(list, query),
  order: orderOf(list, query.sort),
})

/** Where a row is in an order: its value of the sort key as text, null where it is empty, and its serial number. */
export type Position = { value: string | null; at: string }

/** The first row follows the one `after`, or `offset` rows; `isReversed` reads from the end, the last row first. */
export type Bounds = { limit: number; offset?: number; after?: Position; isReversed?: boolean }

/** Positions in the order of a list, and how many rows there are, counted up to one more than is told exactly. */
export type Found = { positions: Position[]; total: number }

/** Reads along the order. */
export async function readAlong(db: Database, { table, where, order }: Selection, bounds: Bounds): Promise<Position[]> {
  const { rows } = await sql<Position>`select ${sql.ref(order.column)}::text as value, serial::text as at
    from ${sql.table(table)} where ${all([...where, ...behind(order, bounds)])} ${inOrder(order, bounds)}
    limit ${bounds.limit}::int offset ${bounds.offset ?? 0}::int`.execute(db)
  return rows
}

/** Finds the rows first, at most `most` of them, and sorts what was found; no positions where there are as many. */
export async function readFound(
  db: Database,
  { table, where, order }: Selection,
  bounds: Bounds,
  most: number,
): Promise<Found> {
  const column = sql.ref(order.column)
  const ordered = inOrder(order, bounds)
  const { rows } = await sql<{ total: number; value: string | null; at: string | null }>`
    with found as materialized (
      select ${column}, serial from ${sql.table(table)} where ${all(where)} limit ${most}::int
    ), counted as (select count(*)::int as total from found)
    select total, ${column}::text as value, serial::text as at from counted left join (
      select * from found where ${all([sql`true`, ...behind(order, bounds)])} ${ordered}
      limit ${bounds.limit}::int offset ${bounds.offset ?? 0}::int
    ) page on total < ${most}::int ${ordered}`.execute(db)
  const positions = rows.flatMap(({ value, at }) => (at === null ? [] : [{ value, at }]))
  return { positions, total: rows[0]?.total ?? 0 }
}

/** How many rows there are, counted up to `most`. */
export async function count(db: Database, { table, where }: Omit<Selection, 'order'>, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from
    (select from ${sql.table(table)} where ${all(where)} limit ${most}::int) counted`.execute(db)
  return rows[0]?.total ?? 0
}

const batchSize = 250

/**
 * All rows that a query keeps, in its order, as they were when the first batch was asked for; without those that are
 * gone since. Their numbers and one batch are in memory, and no connection is held between batches. Throws
 * `InvalidQueryError` before the first batch.
 */
export async function* readInBatches<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
): AsyncGenerator<Row[]> {
  const { table, where, order } = select(list, query)
  // One text: a million rows of an answer would take a hundred bytes each.
  const { rows } = await sql<{ found: string | null }>`select
    array_to_string(array_agg(serial ${inOrder(order, {})}), ',') as found
    from ${sql.table(table)} where ${all(where)}`.execute(db)
  const numbers = Float64Array.from(rows[0]?.found?.split(',') ?? [], Number)
  for (let at = 0; at < numbers.length; at += batchSize)
    yield readRows(db, list, Array.from(numbers.subarray(at, at + batchSize), String))
}

/** Reads the rows at their numbers, in this order, without those that are gone. */
export async function readRows<Row>(
  db: Database,
  { table, columns }: Pick<List<Row>, 'table' | 'columns'>,
  numbers: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<Row & { at: string }>`
    select ${sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)))}, serial::text as at from ${sql.table(table)}
    where serial = any(${numbers}::bigint[])`.execute(db)
  const rowsAt = new Map(rows.map((row) => [row.at, row]))
  return numbers.flatMap((at) => rowsAt.get(at) ?? [])
}

/** As an index has it: an order that says more is sorted anew. */
function inOrder({ column, isDown, canBeEmpty }: Order, { isReversed = false }: Partial<Bounds>) {
  const direction = isDown === isReversed ? sql`asc` : sql`desc`
  const emptyLast = canBeEmpty ? sql`${sql.ref(column)} is null ${isReversed ? sql`desc` : sql`asc`}, ` : sql``
  return sql`order by ${emptyLast}${sql.ref(column)} ${direction}, serial ${direction}`
}

/** The rows behind a position; empty ones are behind all others, read forwards. */
function behind({ column: name, isDown, type, canBeEmpty }: Order, { after, isReversed = false }: Bounds): Condition[] {
  if (!after) return []
  const column = sql.ref(name)
  const beyond = isDown === isReversed ? sql`>` : sql`<`
  if (after.value === null) {
    const empty = sql`${column} is null and serial ${beyond} ${after.at}::bigint`
    return [isReversed ? sql`(${column} is not null or (${empty}))` : sql`(${empty})`]
  }
  const filled = sql`(${column}, serial) ${beyond} (${after.value}::${sql.raw(type)}, ${after.at}::bigint)`
  return [canBeEmpty && !isReversed ? sql`(${column} is null or ${filled})` : filled]
}
