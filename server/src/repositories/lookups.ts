import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'
import type { Order } from './list.ts'

type Bounds = { offset: number; limit: number }
/** Two values of an order, the first and the last. */
export type Values = [unknown, unknown]

/** The search index knows three letters or digits in a row. */
export const isLookedUp = (needle: string) => /[\p{L}\p{N}]{3}/u.test(needle)

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * For `like`: the needle, but for words that are of no use to look it up by and for what stands between words. That a word begins or ends there is
 * so common that the index reads long lists to know it; short words are known by nothing else.
 */
function patternOf(needle: string, useless: Set<string>): string {
  const parts = needle.split(/([\p{L}\p{N}]+)/u)
  const isOpen = (part: string, at: number) => useless.has(part) || (at % 2 === 0 && isLookedUp(parts[at - 1] ?? '') && isLookedUp(parts[at + 1] ?? ''))
  return `%${parts.map((part, at) => (isOpen(part, at) ? '%' : literally(part))).join('')}%`
}

function hasNeedle(needle: string, useless: Set<string>) {
  const [pattern, whole] = [patternOf(needle, useless), `%${literally(needle)}%`]
  return pattern === whole ? sql`"searchText" like ${whole}` : sql`"searchText" like ${pattern} and strpos("searchText", ${needle}) > 0`
}

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

/**
 * The same for a page far from both ends, between two values that it is likely to lie between: only the rows from the one to the other are
 * sorted, and those before them counted. Undefined when the page is not whole among them.
 */
export async function sortBetween(db: Database, { shape, where }: Kept, { value, isDown }: Order, { offset, limit }: Bounds, [first, last]: Values, total: number): Promise<string[] | undefined> {
  const [low, high] = isDown ? [last, first] : [first, last]
  const isBefore = isDown ? sql`value > ${high}` : sql`value < ${low}`
  const isBetween = sql`value >= ${low} and value <= ${high}`
  const { rows: [sorted] } = await sql<{ skipped: number; held: number; ids: string[] | null }>`
    select skipped, held, ids[${offset}::int - skipped + 1 : ${offset + limit}::int - skipped] as ids from (
      select (count(*) filter (where ${isBefore}))::int as skipped, (count(*) filter (where ${isBetween}))::int as held,
        array_agg(id order by ${plainly(isDown, 'last')}) filter (where ${isBetween}) as ids
      from (select ${value} as value, _id as id from ${sql.table(shape.table)} where ${where} offset 0) found) sorted`.execute(db)
  if (!sorted?.ids || sorted.skipped > offset || sorted.skipped + sorted.held < Math.min(total, offset + limit)) return undefined
  return sorted.ids
}

/** Finds all, sorts, counts and cuts: for few rows. Those with a needle are looked up by its words that are of use. */
export async function sortAndCount(db: Database, { shape, where }: Kept, needle: string | undefined, { value, isDown }: Order, { offset, limit }: { offset: number; limit: number | null }, useless = new Set<string>()): Promise<{ ids: string[]; total: number; snapshot: string }> {
  const wanted = needle === undefined ? where : sql`${where} and ${hasNeedle(needle, useless)}`
  const { rows: [found] } = await sql<{ total: number; ids: string[]; snapshot: string }>`
    with found as materialized (select ${value} as value, _id as id from ${sql.table(shape.table)} where ${wanted})
    select (select count(*)::int from found) as total, pg_current_snapshot()::text as snapshot,
      array(select id from found order by ${plainly(isDown, 'last')} limit ${limit}::bigint offset ${offset}::bigint) as ids`.execute(db)
  if (!found) throw new Error(`no count of ${shape.table}`)
  return found
}
