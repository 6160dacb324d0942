import { sql } from 'kysely'
import { listWindow } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Selection } from './keyset.ts'
import { all, type Condition } from './list.ts'

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
  if (rows <= listWindow) return { total: rows, estimated: false }
  const step = 10 ** (Math.floor(Math.log10(rows)) - 1)
  return { total: Math.ceil(rows / step) * step, estimated: true }
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
