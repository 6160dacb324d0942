import { sql } from 'kysely'
import { listWindow, type ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Selection } from './keyset.ts'
import { all, filterOf, searchOrId, withoutSearch, type Condition, type List } from './list.ts'

export type Total = { total: number; estimated: boolean }

type What = Pick<Selection, 'list' | 'where'>

/** Among so many rows, the newest, a rare term is looked for that no index finds. */
export const shortSearched = 20_000

/** Whether the rows that the planner expects are few enough to be found first, and counted. */
export const areFew = (expected: number) => expected <= listWindow

/**
 * How many rows a query keeps: counted up to the window, above it the planner's estimate. `expected` is that estimate
 * where it is known: what is far beyond the window is not counted then, for that would read thousands of rows.
 */
export async function readTotal(db: Database, selection: What, expected?: number): Promise<Total> {
  const counted = areFew(expected ?? 0) ? await count(db, selection, listWindow + 1) : Infinity
  if (counted <= listWindow) return totalOf(counted)
  return totalOf(Math.max(listWindow + 1, expected ?? (await estimate(db, selection))))
}

/** A number of rows as it is told: exact up to the window, above it to two digits, up. An estimate is no closer. */
export function totalOf(rows: number): Total {
  return rows <= listWindow ? { total: rows, estimated: false } : estimatedTotal(rows)
}

/** An estimate as it is told: to two digits, up. */
export function estimatedTotal(rows: number): Total {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1)
  return { total: Math.ceil(rows / step) * step, estimated: true }
}

/** So many of the newest rows tell how common words are that come together. */
const sampled = 2000
/** Where the planner expects fewer, there are not too many either. */
const fewFound = 500
/** Of rows that are less common than that, or fewer, a page is not soon found by age. */
const commonShare = 1 / 200
const fewestCommon = 2000
/** So many rows that an index found are read at once, whichever of them match. */
const mostRead = 5000

/** `isCommon`: more rows than the planner expects, and of any age, so that a page is soon found by age. */
export type Expected = { rows: number; isCommon?: boolean }

/**
 * How many rows match a search. To the planner words are independent, but the places of a ride are not, nor are the
 * words of a name: where the index finds too many rows to read them all, the newest rows show how many match.
 */
export async function expectRows<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
  what: What,
): Promise<Expected> {
  const planned: Expected = { rows: await estimate(db, what) }
  const ofFilters = list.found?.(query) ?? []
  const found = [...ofFilters, ...(query.q ? (list.search ?? searchOrId)(query) : [])]
  if (!areFew(planned.rows) || (found.length < 2 && ofFilters.length === 0)) return planned
  const where = filterOf(list, withoutSearch(list, query))
  if ((await estimate(db, { list, where: [...where, ...found] })) < fewFound) return planned
  const { rows: counted } = await sql<{
    looked: number
    found: number
    matched: number
  }>`select count(*)::int as looked,
    count(*) filter (where ${all(found)})::int as found, count(*) filter (where ${all(what.where)})::int as matched
    from (select * from ${sql.table(list.table)} where ${all(where)} order by "createdAt" desc limit ${sampled}::int) newest`.execute(
    db,
  )
  const [seen = { looked: 0, found: 0, matched: 0 }] = counted
  if (seen.looked < sampled) return planned
  const each = (await estimate(db, { list, where })) / sampled
  if (seen.found * each <= mostRead) return planned
  const rows = seen.matched * each
  return seen.matched >= sampled * commonShare && rows >= fewestCommon ? { rows, isCommon: true } : planned
}

/** How many rows there are, counted up to `most`. */
async function count(db: Database, { list, where }: What, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from
    (select from ${sql.table(list.table)} where ${all(where)} limit ${most}::int) counted`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many rows the planner expects, from what it last sampled of the table. */
export async function estimate(db: Database, { list, where }: What): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`explain (format json)
    select from ${sql.table(list.table)} where ${all(where)}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** What keeps the newest `shortSearched` of the rows; undefined where there are no more than that. */
export async function since(db: Database, { list, where }: What): Promise<Condition | undefined> {
  const { rows } = await sql<{ at: string }>`select "createdAt"::text as at from ${sql.table(list.table)}
    where ${all(where)} order by "createdAt" desc limit 2 offset ${shortSearched - 1}::int`.execute(db)
  return rows[1] && sql`"createdAt" >= ${rows[0]?.at}::timestamptz`
}
