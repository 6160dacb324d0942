import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'
import type { Order } from './list.ts'

/** Where a row stands in an order: its values, the `_id` last. */
export type Key = unknown[]

export const keysOf = ({ parts }: Order) => sql.join(parts.map((part, at) => sql`${part} as ${sql.raw(`k${at}`)}`))
export const keyNames = ({ parts }: Order) => sql.raw(parts.map((_, at) => `k${at}`).join(', '))
export const keyOf = ({ parts }: Order, row: Record<string, unknown>): Key => parts.map((_, at) => row[`k${at}`])
export const idsOf = (rows: Key[]) => rows.map((key) => String(key.at(-1)))
/** The value that a key sorts by; undefined where it is empty. */
export const valueOf = ({ canBeEmpty, isDown }: Order, key: Key): unknown => (!canBeEmpty ? key[0] : key[0] === isDown ? key[1] : undefined)
export const ordering = ({ parts, isDown }: Order) => sql.join(parts.map((part) => sql`${part} ${sql.raw(isDown ? 'desc' : 'asc')}`))
export const met = ({ needle }: Kept) => needle?.met ?? sql`true`

const compare = ({ parts }: Order, operator: string, key: Key): RawBuilder<unknown> => sql`(${sql.join(parts)}) ${sql.raw(operator)} (${sql.join(key)})`
export const before = (order: Order, key: Key) => compare(order, order.isDown ? '>' : '<', key)
export const notBefore = (order: Order, key: Key) => compare(order, order.isDown ? '<=' : '>=', key)
const notAfter = (order: Order, key: Key) => compare(order, order.isDown ? '>=' : '<=', key)
const after = (order: Order, key: Key) => compare(order, order.isDown ? '<' : '>', key)

/** The keys of rows, from a place on or from the beginning. */
export async function readRows(db: Database, kept: Kept, order: Order, { from, skip, limit }: { from?: Key; skip: number; limit: number }): Promise<Key[]> {
  const { shape, name, where, needle } = kept
  // The ends of a whole list are what is asked for most. A plan for any limit would reckon with many rows.
  const isUsual = name === shape.name && !from && skip === 0
  const part = isUsual ? sql.raw(`limit ${Math.trunc(limit)}`) : sql`limit ${limit}::bigint offset ${skip}::bigint`
  const conditions = [where, ...(needle ? [needle.met] : []), ...(from ? [notBefore(order, from)] : [])]
  const { rows } = await sql<Record<string, unknown>>`select ${isUsual ? prepared : sql``} ${keysOf(order)} from ${sql.table(shape.table)}
    where ${sql.join(conditions.map((condition) => sql`(${condition})`), sql` and `)} order by ${ordering(order)} ${part}`.execute(db)
  return rows.map((row) => keyOf(order, row))
}

type Meeting = { piece: number; wanted: number; ends: Key[] }

/**
 * The first rows with a needle, up to `wanted` of them: those among each `piece` rows of the order, which others need not wait for. Where
 * pieces end is known of a part of the order; of the rest each is asked for its own, when there were not enough: to number its rows takes longer than to look at them.
 */
export async function* meetRows(db: Database, kept: Kept, order: Order, { piece, wanted, ends }: Meeting): AsyncGenerator<string[]> {
  let from: Key | undefined
  let missing = wanted
  for (const end of ends) {
    const found = await metUntil(db, kept, order, from, end, missing)
    yield idsOf(found)
    missing -= found.length
    if (missing === 0) return
    from = end
  }
  do {
    const most = Math.min(missing, piece)
    const rest = sql`from ${sql.table(kept.shape.table)} where ${kept.where}${from ? sql` and ${after(order, from)}` : sql``} order by ${ordering(order)}`
    const { rows } = await sql<Record<string, unknown> & { met: boolean }>`
      select * from (
        (select * from (select ${keysOf(order)}, ${met(kept)} as met ${rest} limit ${piece}::bigint) walked where met limit ${most}::bigint)
        union all (select ${keysOf(order)}, false as met ${rest} limit 1 offset ${piece - 1}::bigint)) met limit ${most}::bigint`.execute(db)
    const found = rows.filter((row) => row.met)
    missing -= found.length
    yield idsOf(found.map((row) => keyOf(order, row)))
    // Without an end there are as many as were asked for, or no row any more.
    const end = rows.find((row) => !row.met) ?? (found.length === most ? found.at(-1) : undefined)
    from = end && keyOf(order, end)
  } while (from && missing > 0)
}

/** The first rows with a needle behind one key and up to another. */
async function metUntil(db: Database, kept: Kept, order: Order, from: Key | undefined, end: Key, most: number): Promise<Key[]> {
  const { rows } = await sql<Record<string, unknown>>`select ${keysOf(order)} from ${sql.table(kept.shape.table)}
    where ${kept.where}${from ? sql` and ${after(order, from)}` : sql``} and ${notAfter(order, end)} and ${met(kept)} order by ${ordering(order)} limit ${most}::bigint`.execute(db)
  return rows.map((row) => keyOf(order, row))
}
