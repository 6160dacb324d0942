import { daySpan, toInstant } from '../days.ts'
import type { Column, ListFilter, SortValue } from './column.ts'
import { sortValueOf } from './column.ts'
import type { ListState } from './list-state.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What of each row is compared with what is searched: once per list, not once per keystroke. */
export type RowIndex<Row> = { rows: readonly Row[]; texts: readonly string[]; instants: Float64Array }

export function indexRows<Row>(rows: readonly Row[], textOf: (row: Row) => string, createdAt: (row: Row) => unknown): RowIndex<Row> {
  return {
    rows,
    texts: rows.map((row) => textOf(row).toLowerCase()),
    instants: Float64Array.from(rows, (row) => toInstant(createdAt(row))),
  }
}

/** Positions of the rows that match search, day and filters, in the order of `order`. */
export function matchRows<Row>(
  { rows, texts, instants }: RowIndex<Row>,
  order: Uint32Array,
  { q, date, filters: set }: Pick<ListState, 'q' | 'date' | 'filters'>,
  filters: readonly ListFilter<Row>[],
  timeZone: string,
): Uint32Array {
  const sought = q.trim().toLowerCase()
  const span = date === null ? null : daySpan(date, timeZone)
  const asked = filters.flatMap((filter) => {
    const value = set[filter.key]
    return value === undefined ? [] : [(row: Row) => filter.matches(row, value)]
  })
  if (sought === '' && span === null && asked.length === 0) return order
  return order.filter((at) => {
    const row = rows[at]
    if (row === undefined) return false
    if (span !== null && !((instants[at] ?? Number.NaN) >= span.start && (instants[at] ?? Number.NaN) < span.end)) return false
    if (sought !== '' && !texts[at]?.includes(sought)) return false
    return asked.every((matches) => matches(row))
  })
}

/** Positions of all rows in the order that `sort` asks for; blanks last either way, equals as delivered. */
export function orderRows<Row>(rows: readonly Row[], sort: string, columns: readonly Column<Row>[]): Uint32Array {
  const order = Uint32Array.from(rows.keys())
  const name = sort.replace(/^-/, '')
  const column = columns.find(({ sortKey }) => sortKey !== undefined && sortKey === name)
  if (!column) return order
  const valueOf = sortValueOf(column)
  const values = rows.map((row) => valueOf(row) ?? null)
  const direction = sort.startsWith('-') ? -1 : 1
  return order.sort((a, b) => compare(values[a] ?? null, values[b] ?? null, direction) || a - b)
}

function compare(a: SortValue, b: SortValue, direction: number): number {
  const blankA = a === null || a === undefined || a === ''
  const blankB = b === null || b === undefined || b === ''
  if (blankA || blankB) return Number(blankA) - Number(blankB)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction
  return collator.compare(String(a), String(b)) * direction
}
