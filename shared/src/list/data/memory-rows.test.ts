import { expect, it } from 'vitest'
import type { Column, SortValue } from '../column.ts'
import { filterRows, sortRows } from './memory-rows.ts'

type Row = { value: SortValue; createdAt?: string | null }
const columns: readonly Column<Row>[] = [{ key: 'value', title: 'Value', render: () => null, sortKey: 'value' }]
const order = (values: SortValue[], sort = 'value') =>
  sortRows(
    values.map((value) => ({ value })),
    columns,
    sort,
  ).map(({ value }) => value)

it('sorts numbers by size, blanks last either way, equals as they came', () => {
  expect(order([3, null, -1.5, undefined, 20, '', Number.NaN])).toEqual([-1.5, 3, 20, null, undefined, '', Number.NaN])
  expect(order([3, null, -1.5, 20], '-value')).toEqual([20, 3, -1.5, null])
})

it('sorts texts without accents and case, those that are equal then by themselves', () => {
  expect(order(['Zoë', 'Ángel', 'angel', 'Bo'])).toEqual(['angel', 'Ángel', 'Bo', 'Zoë'])
  expect(order(['b', 'a', 'B', 'A'], '-value')).toEqual(['b', 'B', 'a', 'A'])
})

it('sorts numbers in texts as numbers, without regard to leading zeros', () => {
  expect(order(['Car 10', 'car 9', 'Car 009a', 'Car'])).toEqual(['Car', 'car 9', 'Car 009a', 'Car 10'])
  expect(order(['10', 9, 'x', 11])).toEqual([9, '10', 11, 'x'])
})

it('sorts days by time', () =>
  expect(order(['2024-05-02T08:00:00.000Z', '2023-12-31T23:00:00.000Z'])).toEqual([
    '2023-12-31T23:00:00.000Z',
    '2024-05-02T08:00:00.000Z',
  ]))

it('leaves rows as delivered in an order that no column has', () => {
  const rows = [{ value: 2 }, { value: 1 }]
  expect(sortRows(rows, columns, '')).toBe(rows)
  expect(sortRows(rows, columns, '-createdAt')).toBe(rows)
})

it('keeps rows by search, day and filters together', () => {
  const rows: Row[] = ['Zoë Ward', 'Zoë Bell', 'Kai Ward'].map((value) => ({
    value,
    createdAt: value === 'Zoë Bell' ? null : '2024-05-02T23:30:00Z',
  }))
  const filters = [
    { key: 'last', label: 'Last', options: [], matches: ({ value }: Row, last: string) => `${value}`.endsWith(last) },
  ]
  const reads = {
    filters,
    textOf: ({ value }: Row) => `${value}`.toUpperCase().replace('Ë', 'E'),
  }
  const found = (query: object) =>
    filterRows(rows, reads, { q: '', date: null, filters: {}, timeZone: 'UTC', ...query }).map(({ value }) => value)
  expect(found({ q: 'zoe' })).toEqual(['Zoë Ward', 'Zoë Bell'])
  expect(found({ q: 'zoe', date: '2024-05-02' })).toEqual(['Zoë Ward'])
  expect(found({ date: '2024-05-03' })).toEqual([])
  expect(found({ date: '2024-05-03', timeZone: 'Asia/Tokyo' })).toEqual(['Zoë Ward', 'Kai Ward'])
  expect(found({ filters: { last: 'Ward' }, q: 'kai' })).toEqual(['Kai Ward'])
})
