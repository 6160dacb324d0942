import { expect, it } from 'vitest'
import { addDays } from '../contract/time/days.ts'
import { addMonths, readDay, weeksAround, writeDay } from './calendar-days.ts'

it.each([
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-03-01', -1, '2024-02-29'],
  ['2024-12-31', 1, '2025-01-01'],
])('the day %s moved by %i is %s', (day, by, moved) => expect(addDays(day, by)).toBe(moved))

it.each([
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-01-15', -1, '2023-12-15'],
])('the month of %s moved by %i gives %s', (day, by, moved) => expect(addMonths(day, by)).toBe(moved))

it('a month is six weeks that start on Sunday', () => {
  const weeks = weeksAround('2024-05-20')
  expect(weeks).toHaveLength(6)
  expect([weeks[0]?.[0], weeks[0]?.[3], weeks[5]?.[6]]).toEqual(['2024-04-28', '2024-05-01', '2024-06-08'])
  expect(weeksAround('2024-09-30')[0]?.[0]).toBe('2024-09-01')
})

it('a day is written and read as MM/DD/YYYY', () => {
  expect(writeDay('2024-03-31')).toBe('03/31/2024')
  expect(readDay(' 3/31/2024 ')).toBe('2024-03-31')
})

it.each(['', '02/30/2024', '13/01/2024', '31/03/2024', '03/31/24', '2024-03-31', '03/31/2024x'])(
  '%j is no day',
  (text) => {
    expect(readDay(text)).toBeNull()
  },
)
