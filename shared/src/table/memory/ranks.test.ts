import { expect, it } from 'vitest'
import { fold } from '../../contract/lists/fold.ts'
import type { SortValue } from '../column.ts'
import { orderBy, ranksOf } from './ranks.ts'
import { finish } from './slices.ts'
import { sortKey } from './sort-keys.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compare = (a: string, b: string) => collator.compare(fold(a), fold(b)) || (a === b ? 0 : a < b ? -1 : 1)

const order = (values: SortValue[], descending = false): SortValue[] =>
  Array.from(orderBy(finish(ranksOf(values, (value) => value)), descending), (at) => values[at])

// The same texts in each run.
function* texts(count: number, letters: string) {
  let seed = 42
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let at = 0; at < count; at += 1)
    yield Array.from({ length: next(12) }, () => letters[next(letters.length)]).join('')
}

it.each([
  ['all of ASCII', String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))],
  ['digits and a few letters', '0012349 aAbB-.'],
  ['letters with accents among others', 'aáAÁbßçž oöø1'],
])('texts of %s sort as the collator sorts them folded, and then by themselves', (_, letters) => {
  const values = [...texts(3000, letters)].filter((text) => text !== '')
  expect(order(values)).toEqual(values.toSorted(compare))
  expect(order(values, true)).toEqual(values.toSorted((a, b) => compare(b, a)))
})

it('numbers in texts sort as numbers, without regard to leading zeros', () => {
  expect(order(['Car 10', 'car 9', 'Car 009a', 'Car', 'Car 123456789012'])).toEqual([
    'Car',
    'car 9',
    'Car 009a',
    'Car 10',
    'Car 123456789012',
  ])
})

it('numbers sort by size, blanks last either way, equals as they came', () => {
  expect(order([3, null, -1.5, undefined, 20, '', Number.NaN])).toEqual([-1.5, 3, 20, null, undefined, '', Number.NaN])
  expect(order([3, null, -1.5, 20], true)).toEqual([20, 3, -1.5, null])
  expect(order(['b', 'a', 'B', 'A'], true)).toEqual(['b', 'B', 'a', 'A'])
})

it('numbers among texts sort as their digits', () => {
  expect(order(['10', 9, 'x', 11])).toEqual([9, '10', 11, 'x'])
})

it.each(['é', '中', '\n', 'x'.repeat(1001), '1'.repeat(41)])('the collator decides about %j', (text) =>
  expect(sortKey(text)).toBeNull(),
)
