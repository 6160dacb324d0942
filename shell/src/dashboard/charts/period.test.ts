import { expect, it } from 'vitest'
import { isRange, readPeriod, writePeriod } from './period.ts'

const today = '2024-03-01'
const read = (search: string) => readPeriod(new URLSearchParams(search), today)

it.each([
  ['', { from: '2024-02-01', to: today, length: 30 }],
  ['period=7', { from: '2024-02-24', to: today, length: 7 }],
  ['period=90', { from: '2023-12-03', to: today, length: 90 }],
  ['period=12', { from: '2024-02-01', to: today, length: 30 }],
  ['from=2024-01-01&to=2024-01-31', { from: '2024-01-01', to: '2024-01-31', length: null }],
  ['from=2024-01-31&to=2024-01-01&period=7', { from: '2024-02-24', to: today, length: 7 }],
  ['from=2024-02-30&to=2024-03-01', { from: '2024-02-01', to: today, length: 30 }],
])('the address ?%s names the period %o', (search, period) => expect(read(search)).toEqual(period))

it('a range ends today at the latest and has at most 366 days', () => {
  expect(isRange('2024-03-01', '2024-03-01', today)).toBe(true)
  expect(isRange('2024-03-01', '2024-03-02', today)).toBe(false)
  expect(isRange('2023-03-01', '2024-02-29', today)).toBe(true)
  expect(isRange('2023-02-28', '2024-02-29', today)).toBe(false)
})

it('writes what it reads, and leaves the rest of the address', () => {
  const write = (period: Parameters<typeof writePeriod>[1]) =>
    String(writePeriod(new URLSearchParams('a=1&period=90'), period))
  expect(write(7)).toBe('a=1&period=7')
  expect(write(30)).toBe('a=1')
  expect(write({ from: '2024-01-01', to: '2024-01-31' })).toBe('a=1&from=2024-01-01&to=2024-01-31')
})
