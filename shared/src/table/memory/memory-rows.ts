import { daySpan, toInstant } from '../../contract/time/days.ts'
import { hasSearched, readSearch, searchedText } from '../../contract/lists/search.ts'
import type { Column, ListFilter } from '../column.ts'
import { sortValueOf } from '../column.ts'
import type { ListState } from '../list-state.ts'
import { orderBy, ranksOf } from './ranks.ts'
import type { Ranks } from './ranks.ts'
import type { Work } from './slices.ts'

const step = 500

/** The values of each row that a query is compared with: computed once per list, when they are first needed. */
export type RowIndex<Row> = {
  rows: readonly Row[]
  texts: () => Work<readonly string[]>
  instants: () => Work<Float64Array>
  /** Positions of all rows in the order of a column's `sortKey`, with `-` in front for descending. */
  order: (sort: string) => Work<Uint32Array>
  /** Computes all of it in advance, so that nobody waits for it. */
  prepare: () => Work<void>
}

export type Reads<Row> = {
  columns: readonly Column<Row>[]
  searchText: (row: Row) => string
  createdAt: (row: Row) => unknown
}

export function indexRows<Row>(rows: readonly Row[], { columns, searchText, createdAt }: Reads<Row>): RowIndex<Row> {
  const ranked = new Map<string, Ranks>()
  const delivered = Uint32Array.from(rows.keys())

  const texts = once(function* () {
    const found: string[] = []
    for (const [at, row] of rows.entries()) {
      found.push(searchedText(searchText(row)))
      if (at % step === 0) yield
    }
    return found
  })
  const instants = once(function* () {
    const found = new Float64Array(rows.length)
    for (const [at, row] of rows.entries()) {
      found[at] = toInstant(createdAt(row))
      if (at % step === 0) yield
    }
    return found
  })

  function* ranks(column: Column<Row>): Work<Ranks> {
    const known = ranked.get(column.key)
    if (known) return known
    const found = yield* ranksOf(rows, sortValueOf(column))
    ranked.set(column.key, found)
    return found
  }

  function* order(sort: string): Work<Uint32Array> {
    const column = columns.find(({ sortKey }) => sortKey !== undefined && sortKey === sort.replace(/^-/, ''))
    return column ? orderBy(yield* ranks(column), sort.startsWith('-')) : delivered
  }

  function* prepare(): Work<void> {
    yield* instants()
    yield* texts()
    for (const column of columns) if (column.sortKey !== undefined) yield* ranks(column)
  }

  return { rows, texts, instants, order, prepare }
}

function once<Result>(make: () => Work<Result>): () => Work<Result> {
  let known: { result: Result } | undefined
  return function* () {
    known ??= { result: yield* make() }
    return known.result
  }
}

export type MemoryQuery<Row> = Pick<ListState, 'q' | 'date' | 'filters' | 'sort'> & {
  known: readonly ListFilter<Row>[]
  timeZone: string
}

/**
 * Positions of the rows that match search, day and filters, in the order asked for; blanks last, equals as delivered.
 */
export function* matchRows<Row>(
  index: RowIndex<Row>,
  { q, date, filters, sort, known, timeZone }: MemoryQuery<Row>,
): Work<Uint32Array> {
  const { rows } = index
  const order = yield* index.order(sort)
  const search = readSearch(q)
  const texts = search.words.length === 0 ? null : yield* index.texts()
  const span = date === null ? null : daySpan(date, timeZone)
  const instants = span && (yield* index.instants())
  const matchers = known.flatMap((filter) => {
    const value = filters[filter.key]
    return value === undefined ? [] : [(row: Row) => filter.matches(row, value, timeZone)]
  })
  if (!texts && !instants && matchers.length === 0) return order

  const found = new Uint32Array(order.length)
  let count = 0
  for (const [position, at] of order.entries()) {
    if (position % step === 0) yield
    if (span && instants && !((instants[at] ?? Number.NaN) >= span.start && (instants[at] ?? Number.NaN) < span.end))
      continue
    if (texts && !hasSearched(texts[at] ?? '', search)) continue
    const row = rows[at]
    if (row !== undefined && matchers.every((matches) => matches(row))) found[count++] = at
  }
  return found.subarray(0, count)
}
