import type { SortValue } from './column.ts'
import type { Work } from './slices.ts'
import { compareKeys, newSortKeys, setSortKey } from './sort-keys.ts'
import { sorted } from './sorted.ts'

const step = 500

/** The place of each row's value among all values of its column; equals share one, and blanks have the last, `count`. */
export type Ranks = { of: Uint32Array; count: number }

/** Compares every value once and for all: what is left of any later sort by this column is counting. */
export function* ranksOf<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue): Work<Ranks> {
  const values: SortValue[] = []
  const places = new Map<SortValue, number>()
  const placeOf = new Uint32Array(rows.length)
  for (const [at, row] of rows.entries()) {
    const value = valueOf(row)
    // Texts repeat and are dear to compare; numbers are neither.
    const known = typeof value === 'number' ? undefined : places.get(value)
    if (known === undefined) {
      if (typeof value !== 'number') places.set(value, values.length)
      placeOf[at] = values.push(value) - 1
    } else placeOf[at] = known
    if (at % step === 0) yield
  }

  const keys = newSortKeys(values.length)
  for (const [place, value] of values.entries()) {
    setSortKey(keys, place, value)
    if (place % step === 0) yield
  }
  const inOrder = yield* sorted(Uint32Array.from(values.keys()), (a, b) => compareKeys(keys, a, b))

  const rankOf = new Uint32Array(values.length)
  let count = 0
  for (const [at, place] of inOrder.entries()) {
    const before = inOrder[at - 1]
    if (before !== undefined && compareKeys(keys, before, place) !== 0) count += 1
    rankOf[place] = count
  }
  const lastIsBlank = keys.blank[inOrder.at(-1) ?? 0] === 1
  const of = new Uint32Array(rows.length)
  for (const [at, place] of placeOf.entries()) of[at] = rankOf[place] ?? 0
  return { of, count: lastIsBlank ? count : count + 1 }
}

/** Positions of all rows by their rank; blanks last either way, equals as delivered. */
export function orderBy({ of, count }: Ranks, descending: boolean): Uint32Array {
  const placed = (rank: number) => (descending && rank < count ? count - 1 - rank : rank)
  const starts = new Uint32Array(count + 2)
  for (const rank of of) {
    const next = placed(rank) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const order = new Uint32Array(of.length)
  for (const [at, rank] of of.entries()) {
    const place = placed(rank)
    const start = starts[place] ?? 0
    order[start] = at
    starts[place] = start + 1
  }
  return order
}
