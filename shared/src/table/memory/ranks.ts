import type { SortValue } from '../column.ts'
import type { Work } from './slices.ts'
import { compareKeys, newSortKeys, setSortKey } from './sort-keys.ts'
import { sorted } from './sorted.ts'

const step = 500

/**
 * The position of each row's value among all values of its column; equals share one, and blanks have the last, `count`.
 */
export type Ranks = { of: Uint32Array; count: number }

/** Compares every value once and for all: what is left of any later sort by this column is counting. */
export function* ranksOf<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue): Work<Ranks> {
  const values: SortValue[] = []
  const indexes = new Map<SortValue, number>()
  const indexOf = new Uint32Array(rows.length)
  for (const [at, row] of rows.entries()) {
    const value = valueOf(row)
    // Texts repeat and are slow to compare; numbers are not.
    const known = typeof value === 'number' ? undefined : indexes.get(value)
    if (known === undefined) {
      if (typeof value !== 'number') indexes.set(value, values.length)
      indexOf[at] = values.push(value) - 1
    } else indexOf[at] = known
    if (at % step === 0) yield
  }

  const keys = newSortKeys(values.length)
  for (const [index, value] of values.entries()) {
    setSortKey(keys, index, value)
    if (index % step === 0) yield
  }
  const inOrder = yield* sorted(Uint32Array.from(values.keys()), (a, b) => compareKeys(keys, a, b))

  const rankOf = new Uint32Array(values.length)
  let count = 0
  for (const [at, index] of inOrder.entries()) {
    const before = inOrder[at - 1]
    if (before !== undefined && compareKeys(keys, before, index) !== 0) count += 1
    rankOf[index] = count
  }
  const lastIsBlank = keys.blank[inOrder.at(-1) ?? 0] === 1
  const of = new Uint32Array(rows.length)
  for (const [at, index] of indexOf.entries()) of[at] = rankOf[index] ?? 0
  return { of, count: lastIsBlank ? count : count + 1 }
}

/** Positions of all rows by their rank; blanks last either way, equals as delivered. */
export function orderBy({ of, count }: Ranks, descending: boolean): Uint32Array {
  const slotOf = (rank: number) => (descending && rank < count ? count - 1 - rank : rank)
  const starts = new Uint32Array(count + 2)
  for (const rank of of) {
    const next = slotOf(rank) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const order = new Uint32Array(of.length)
  for (const [at, rank] of of.entries()) {
    const slot = slotOf(rank)
    const start = starts[slot] ?? 0
    order[start] = at
    starts[slot] = start + 1
  }
  return order
}
