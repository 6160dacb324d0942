import { expect, it } from 'vitest'
import type { Column } from '../../list/column.ts'
import { arrangeColumns, readLayout, writeLayout } from './layout-text.ts'

const columns: readonly Column<object>[] = ['name', 'joined', 'details'].map((key) => ({
  key,
  title: key,
  render: () => key,
  width: 100,
}))
const shown = (text: string) => arrangeColumns(text, columns).map(({ key, sized }) => [key, sized])

it('is the first one where nothing is said', () => {
  expect(arrangeColumns('', columns)).toBe(columns)
  expect(writeLayout(readLayout('', columns), columns)).toBe('')
})

it('has columns in an order, hidden ones and widths, and writes what it read', () => {
  const text = 'details.240,name,-joined'
  expect(shown(text)).toEqual([
    ['details', 240],
    ['name', undefined],
  ])
  expect(writeLayout(readLayout(text, columns), columns)).toBe(text)
})

it('takes nothing that it does not understand, and shows columns that it does not name', () => {
  expect(shown('joined.9999,ghost,details.7,joined,<b>')).toEqual([
    ['joined', undefined],
    ['name', undefined],
    ['details', undefined],
  ])
  expect(shown('joined.12')).toEqual([
    ['joined', 48],
    ['name', undefined],
    ['details', undefined],
  ])
})

it('never hides what names the row', () => {
  expect(shown('-name,-joined,-details')).toEqual([['name', undefined]])
})
