import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Kept } from './kept.ts'
import type { Order } from './list.ts'
import { before, keyNames, keyOf, keysOf, met, notBefore, ordering, type Key } from './order-steps.ts'
import { changesOfGroups } from './totals.ts'

/** How many rows there are of each group; one group where the walk is not over all rows. */
type Counts = Record<string, number>
/** A place in a walk: how many rows came before the key at a snapshot. */
export type Place = { key: Key; before: Counts; snapshot: string; checkedAt: number }

type Row = Record<string, unknown> & { snapshot: string }

const groupOf = ({ shape, groups }: Kept) => (groups ? shape.group : sql`''`)
const sumOf = (counts: Counts, { groups = [''] }: Kept) => groups.reduce((sum, group) => sum + (counts[group] ?? 0), 0)
const added = (counts: Counts, more: Counts | null): Counts => {
  const sum = { ...counts }
  for (const [group, many] of Object.entries(more ?? {})) sum[group] = (sum[group] ?? 0) + many
  return sum
}

/** How many of the rows that are kept came before a place. */
export const rowsBefore = (place: Place, kept: Kept) => sumOf(place.before, kept)

/** Where a walk begins; undefined when there are no rows. */
export async function firstPlace(db: Database, kept: Kept, order: Order): Promise<Place | undefined> {
  const { rows: [start] } = await sql<Row>`select ${keysOf(order)}, pg_current_snapshot()::text as snapshot from ${sql.table(kept.shape.table)}
    where ${kept.where} order by ${ordering(order)} limit 1`.execute(db)
  return start && { key: keyOf(order, start), before: {}, snapshot: start.snapshot, checkedAt: Date.now() }
}

/**
 * The places after another one, a `step` of rows from each to the next, and how many rows there are in all once the last of them was passed.
 * Undefined when there is no row any more from that place on.
 */
export async function nextPlaces(db: Database, kept: Kept, order: Order, from: Place, step: number, stride: number): Promise<{ places: Place[]; end?: { total: number; snapshot: string } } | undefined> {
  const { rows } = await sql<Row & { at: number; passed: Counts; by: Counts | null }>`
    with passed as materialized (select ${keysOf(order)}, ${groupOf(kept)} as its_group, ${met(kept)} as met, (row_number() over (order by ${ordering(order)}) - 1)::int as n
      from ${sql.table(kept.shape.table)} where ${kept.where} and ${notBefore(order, from.key)} order by ${ordering(order)} limit ${stride * step + 1}::bigint),
    counted as (select stretch, jsonb_object_agg(its_group, many) as passed
      from (select n / ${step}::int as stretch, its_group, (count(*) filter (where met))::int as many from passed group by 1, 2) each group by stretch)
    select ${keyNames(order)}, n as at, counted.passed,
      (${changesOfGroups(kept, before(order, from.key), from.snapshot)}) as by, pg_current_snapshot()::text as snapshot
    from passed join counted on n = stretch * ${step}::int order by n`.execute(db)
  const [here] = rows
  if (!here) return undefined
  const places: Place[] = []
  let sum = added(from.before, here.by)
  for (const row of rows) {
    if (row.at > 0) places.push({ key: keyOf(order, row), before: sum, snapshot: row.snapshot, checkedAt: Date.now() })
    if (row.at < stride * step) sum = added(sum, row.passed)
  }
  return { places, ...(rows.length <= stride && { end: { total: sumOf(sum, kept), snapshot: here.snapshot } }) }
}

/** The same places as they are now. */
export async function putRight(db: Database, kept: Kept, order: Order, places: Place[]): Promise<Place[]> {
  const each = places.map(({ key, snapshot }, n) => sql`select ${n}::int as n, (${changesOfGroups(kept, before(order, key), snapshot)}) as by, pg_current_snapshot()::text as snapshot`)
  const { rows } = await sql<{ n: number; by: Counts | null; snapshot: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [row.n, row]))
  return places.map((place, n) => {
    const row = found.get(n)
    return row ? { ...place, before: added(place.before, row.by), snapshot: row.snapshot, checkedAt: Date.now() } : place
  })
}
