import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Position } from './cursor.ts'
import { all, conditionsOf, orderOf, type Condition, type List, type Order } from './list.ts'

/** The rows that a query keeps, in their order. */
export type Selection = { table: List<never>['table']; where: Condition[]; order: Order }

/** What a query asks of a list. Throws `InvalidQueryError`. */
export const select = <Query extends ListQuery>(list: List<never, Query>, query: Query): Selection => ({
  table: list.table,
  where: conditionsOf(list, query),
  order: orderOf(list, query.sort),
})

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
