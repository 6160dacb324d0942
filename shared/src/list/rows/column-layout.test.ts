import { expect, it } from 'vitest'
import { tracks, widthOf } from './column-layout.ts'

const column = (key: string, width?: number) => ({
  key,
  title: key,
  render: () => key,
  ...(width !== undefined && { width }),
})

it('columns share what is left over by their widths', () => {
  expect(tracks([column('name', 210), column('joined', 100)], widthOf)).toBe('minmax(0, 210fr) minmax(0, 100fr)')
})

it('where some have no width, those alone take what is left over', () => {
  expect(tracks([column('name', 210), column('about')], widthOf)).toBe('210px minmax(140px, 1fr)')
})
