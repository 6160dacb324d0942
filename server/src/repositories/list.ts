import { sql, type Compilable, type CompiledQuery, type RawBuilder } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import { spanOfDay, type Span } from '../calendar-day.ts'
import type { Database } from '../database/tables.ts'
import { refuseField } from '../http/refusal.ts'

/** A page of rows and how many rows there are over all pages, or about how many. */
export type Page<Row> = { rows: Row[]; total: number; estimated: boolean }

export type IdPage = { ids: string[]; total: number; estimated: boolean }

/** Where a batch of a whole list, newest first, goes on. */
export type Cursor = { createdAt: Date; _id: string }

export const batchSize = 250

type PageBounds = { page: number; page_size: number }
export const boundsOf = ({ page = 1, page_size = 50 }: ListQuery): PageBounds => ({ page, page_size })

/** What a list can be sorted by. What can be empty says what stands in for it, of the same type; empty rows come last up and down. */
export type SortColumns = Record<string, { value: RawBuilder<unknown>; stand?: RawBuilder<unknown> }>

/** An order as a row of values that are never null, the `_id` last, all of them up or all of them down: each has its index. `value` alone may be null. */
export type Order = { name: string; parts: RawBuilder<unknown>[]; value: RawBuilder<unknown>; canBeEmpty: boolean; isDown: boolean }

const _id = sql.ref('_id')

/** The order that was asked for; the `_id` breaks ties, so that pages neither repeat nor miss a row. */
export function orderOf(sort: string | undefined, columns: SortColumns): Order {
  const name = sort ?? '-createdAt'
  const key = name.replace(/^-/, '')
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined
  if (!column) throw refuseField('sort', `"${key}" is not a column one can sort by; there are ${Object.keys(columns).join(', ')}`)
  const isDown = name.startsWith('-')
  const { value, stand } = column
  if (!stand) return { name, value, parts: [value, _id], canBeEmpty: false, isDown }
  return { name, value, parts: [isDown ? sql`(${value} is not null)` : sql`(${value} is null)`, sql`coalesce(${value}, ${stand})`, _id], canBeEmpty: true, isDown }
}

/** The calendar day that was asked for; UTC when no time zone was named. */
export function spanOf({ date, tz = 'UTC' }: ListQuery): Span | undefined {
  if (!date) return undefined
  if (date < '1900-01-01' || date > '2999-12-31') return { start: new Date(0), end: new Date(0) }
  return spanOfDay(date, tz)
}

/** Every batch of a list, one after the other, at most one of them in memory. */
export async function* inBatches<Row extends Cursor>(read: (after: Cursor | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Cursor | undefined
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (rows.length < batchSize) return
  }
}

/** Reads rows by ids, in the order of the ids. The statement, whose only value they are, is made once. */
export function byIds<Row extends { _id: string }>(statement: (db: Database, ids: RawBuilder<string>) => Compilable<Row>): (db: Database, ids: string[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ids) => {
    compiled ??= statement(db, anyOf([])).compile()
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: [ids] })
    return inOrder(ids, rows)
  }
}

export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

/** Rows in the order of their ids, without those that are gone. */
function inOrder<Row extends { _id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What stands beside a page. */
export const metaOf = ({ total, estimated }: Page<unknown>, query: ListQuery) => ({ total, ...boundsOf(query), ...(estimated && { estimated }) })
