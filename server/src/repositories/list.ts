import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import { spanOfDay, type Span } from '../calendar-day.ts'
import { refuseField } from '../http/refusal.ts'

/** A page of rows and how many rows there are over all pages. */
export type Page<Row> = { rows: Row[]; total: number }

/** Where a batch of a whole list, newest first, goes on. */
export type Cursor = { createdAt: Date; _id: string }

export const batchSize = 1000

export type PageBounds = { page: number; page_size: number }
export const boundsOf = ({ page = 1, page_size = 50 }: ListQuery): PageBounds => ({ page, page_size })

/** What may stand after `sort=`, each with its SQL. */
export type SortColumns = Record<string, RawBuilder<unknown>>

/** `order by` of a list; the `_id` breaks ties, so that pages neither repeat nor miss a row. */
export function orderOf(sort: string | undefined, columns: SortColumns, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const wanted = sort ?? '-createdAt'
  const key = wanted.replace(/^-/, '')
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined
  if (!column) throw refuseField('sort', `"${key}" is not a column one can sort by; there are ${Object.keys(columns).join(', ')}`)
  // Rows without a value come last in ascending and, PostgreSQL's default reversed by hand, in descending order too.
  const nulls = key === 'createdAt' ? sql`` : sql` nulls last`
  return wanted.startsWith('-') ? sql`${column} desc${nulls}, ${id} desc` : sql`${column} asc${nulls}, ${id} asc`
}

/** For `like` against a lower-case column: what was typed, anywhere, literally. */
export const patternOf = (q: string) => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

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
