import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Position } from './cursor.ts'
import { all, type Condition, type List, type Order } from './list.ts'

/**
 * What is read and in which order. `isNarrow` says that few rows match: they are found first, and then sorted. `along`
 * are the conditions that the order's index is followed with, where the planner would look for the others first.
 */
export type Selection = {
  list: Pick<List<never>, 'table'>
  where: Condition[]
  order: Order
  isNarrow: boolean
  along?: Condition[]
}

/** The first row follows the one `after`, or `offset` rows; `isReversed` reads from the end, the last row first. */
type Bounds = { limit: number; offset?: number; after?: Position; isReversed?: boolean }

/** `counted` says how many rows match, where they were found first. */
export type FoundPosition = Position & { counted?: number }

/** Reads the positions of rows in their order: from the order's index alone, or of the few rows that match. */
export async function readPositions(
  db: Database,
  { list, where, order, isNarrow, along }: Selection,
  { limit, offset = 0, after, isReversed = false }: Bounds,
): Promise<FoundPosition[]> {
  const column = sql.ref(order.column)
  const direction = order.isDown === isReversed ? sql`asc` : sql`desc`
  const behind = after ? [isAfter(order, after, isReversed)] : []
  const conditions = [...(isNarrow ? [] : where), ...behind]
  const table = sql.table(list.table)
  const emptyLast = order.canBeEmpty ? sql`${column} is null ${isReversed ? sql`desc` : sql`asc`}, ` : sql``
  const inOrder = sql`order by ${emptyLast}${column} ${direction}, serial ${direction}`
  // The few rows are found and counted first: PostgreSQL may go through a whole order for them otherwise.
  const few = sql`(select ${column}, serial, count(*) over ()::int as counted from ${table} where ${all(where)}) few`
  const walked = along && sql`(select * from ${table} where ${all([...along, ...behind])} ${inOrder} offset 0) walked`
  const [counted, from] = isNarrow ? [sql`, counted`, few] : [sql``, walked ?? table]
  const { rows } = await sql<FoundPosition>`select ${column}::text as value, serial::text as at ${counted} from ${from}
    where ${all([sql`true`, ...conditions])} ${inOrder} limit ${limit}::int offset ${offset}::int`.execute(db)
  return rows
}

/** The rows behind a position; empty ones are behind all others, read forwards. */
function isAfter(order: Order, { value, at }: Position, isReversed: boolean): Condition {
  const column = sql.ref(order.column)
  const beyond = order.isDown === isReversed ? sql`>` : sql`<`
  if (value === null) {
    const empty = sql`${column} is null and serial ${beyond} ${at}::bigint`
    return isReversed ? sql`(${column} is not null or (${empty}))` : empty
  }
  const filled = sql`(${column}, serial) ${beyond} (${value}::${sql.raw(order.type)}, ${at}::bigint)`
  return order.canBeEmpty && !isReversed ? sql`(${column} is null or ${filled})` : filled
}
