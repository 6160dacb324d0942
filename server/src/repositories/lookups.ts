import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'
import { patternOf, type Order } from './list.ts'

type Bounds = { offset: number; limit: number }

/** The search index knows three letters or digits in a row. */
export const isLookedUp = (needle: string) => /[\p{L}\p{N}]{3}/u.test(needle)

/** What is sorted without an index is sorted by the value alone, which is worked out once and compared in one go. */
const plainly = (isDown: boolean, nulls: 'first' | 'last') => sql.raw(isDown ? `value desc nulls ${nulls}, id desc` : `value nulls ${nulls}, id`)

/** Finds all, sorts as far as the page from the nearer end, and cuts: for few rows that have been counted. */
export async function sortCounted(db: Database, { shape, where }: Kept, { value, isDown }: Order, { offset, limit }: Bounds, total: number): Promise<string[]> {
  const isNearEnd = offset > total / 2
  const [skip, take] = isNearEnd ? [Math.max(0, total - offset - limit), Math.min(limit, total - offset)] : [offset, limit]
  const order = isNearEnd ? plainly(!isDown, 'first') : plainly(isDown, 'last')
  const { rows } = await sql<{ id: string }>`select id from (select ${value} as value, _id as id from ${sql.table(shape.table)} where ${where} offset 0) found
    order by ${order} limit ${take}::bigint offset ${skip}::bigint`.execute(db)
  const ids = rows.map(({ id }) => id)
  return isNearEnd ? ids.reverse() : ids
}

/** Finds all, sorts, counts and cuts: for few rows. Those with a needle are looked up by its words that are of use. */
export async function sortAndCount(db: Database, { shape, where }: Kept, needle: string | undefined, { value, isDown }: Order, { offset, limit }: { offset: number; limit: number | null }, useless = new Set<string>()): Promise<{ ids: string[]; total: number; snapshot: string }> {
  const has = (some: string) => (useless.size > 0 ? sql`"searchText" like ${patternOf(some, useless)} and strpos("searchText", ${some}) > 0` : sql`"searchText" like ${patternOf(some)}`)
  const wanted = needle === undefined ? where : sql`${where} and ${has(needle)}`
  const { rows: [found] } = await sql<{ total: number; ids: string[]; snapshot: string }>`
    with found as materialized (select ${value} as value, _id as id from ${sql.table(shape.table)} where ${wanted})
    select (select count(*)::int from found) as total, pg_current_snapshot()::text as snapshot,
      array(select id from found order by ${plainly(isDown, 'last')} limit ${limit}::bigint offset ${offset}::bigint) as ids`.execute(db)
  if (!found) throw new Error(`no count of ${shape.table}`)
  return found
}
