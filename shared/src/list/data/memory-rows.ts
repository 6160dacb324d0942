import { useDeferredValue, useMemo } from 'react'
import { fold } from '../../contract/lists/fold.ts'
import { hasSearched, readSearch, searchedText } from '../../contract/lists/search.ts'
import { daySpan, toInstant } from '../../contract/time/days.ts'
import { fieldOf, sortValueOf } from '../column.ts'
import type { Column, ListFilter, SortValue } from '../column.ts'
import type { ListState } from '../list-state.ts'

type Reads<Row> = {
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<Row>[]
  searchText: (row: Row) => string
}

type Keeps = Pick<ListState, 'q' | 'date' | 'filters'> & { timeZone: string }

/**
 * The rows that search, day and filters keep, in their order, of a list that a backend of SPEC §7 sent as a whole; null
 * for null. While somebody types they are those of a moment ago, and `isLate`: 100,000 rows take a part of a second.
 * `query` must be the same object until it says something else.
 */
export function useMemoryRows<Row extends object>(
  rows: readonly Row[] | null,
  { columns, filters, searchText }: Reads<Row>,
  query: Keeps & { sort: string },
): { matching: readonly Row[] | null; isLate: boolean } {
  const shown = useDeferredValue(query)
  const { sort } = shown
  const sorted = useMemo(() => rows && sortRows(rows, columns, sort), [rows, columns, sort])
  const textOf = useMemo(() => searchedTexts(searchText), [searchText])
  const matching = useMemo(
    () => sorted && filterRows(sorted, { filters, textOf }, shown),
    [sorted, filters, textOf, shown],
  )
  return { matching, isLate: shown !== query }
}

/** The text of each row, folded once and for all. */
function searchedTexts<Row extends object>(searchText: (row: Row) => string): (row: Row) => string {
  const known = new WeakMap<Row, string>()
  return (row) => {
    const text = known.get(row) ?? searchedText(searchText(row))
    known.set(row, text)
    return text
  }
}

export function filterRows<Row>(
  rows: readonly Row[],
  { filters, textOf }: Pick<Reads<Row>, 'filters'> & { textOf: (row: Row) => string },
  { q, date, filters: set, timeZone }: Keeps,
): readonly Row[] {
  const search = readSearch(q)
  const span = date === null ? null : daySpan(date, timeZone)
  const isOfDay = (instant: number) => span === null || (instant >= span.start && instant < span.end)
  const tests = [
    ...(span ? [(row: Row) => isOfDay(toInstant(fieldOf(row, 'createdAt')))] : []),
    ...filters.flatMap(({ key, matches }) => {
      const value = set[key]
      return value === undefined ? [] : [(row: Row) => matches(row, value, timeZone)]
    }),
    ...(search.words.length > 0 ? [(row: Row) => hasSearched(textOf(row), search)] : []),
  ]
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

/** In the order of a column's `sortKey`, with `-` in front for descending; as delivered for any other. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string): readonly Row[] {
  const column = columns.find(({ sortKey }) => sortKey !== undefined && sortKey === sort.replace(/^-/, ''))
  return column ? sortBy(rows, sortValueOf(column), sort.startsWith('-')) : rows
}

/** Numbers by size, texts folded with their digits as numbers, then by themselves; blanks last, equals as they came. */
function sortBy<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, descending: boolean): readonly Row[] {
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const keyed = rows.map((row) => {
    const value = valueOf(row)
    const isBlank = value === null || value === undefined || value === '' || Number.isNaN(value)
    const text = String(value)
    return { row, isBlank, number: typeof value === 'number' ? value : null, text, folded: fold(text) }
  })
  type Keyed = (typeof keyed)[number]
  const ascending = (a: Keyed, b: Keyed) =>
    a.number !== null && b.number !== null
      ? a.number - b.number
      : compare(a.folded, b.folded) || (a.text < b.text ? -1 : Number(a.text > b.text))
  return keyed
    .toSorted((a, b) => {
      if (a.isBlank || b.isBlank) return Number(a.isBlank) - Number(b.isBlank)
      return descending ? ascending(b, a) : ascending(a, b)
    })
    .map(({ row }) => row)
}
