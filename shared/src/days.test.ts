import { describe, expect, it } from 'vitest'
import { dayKey, daySpan, isDayKey, toInstant } from './index.ts'

const hours = (day: string, zone: string) => (daySpan(day, zone).end - daySpan(day, zone).start) / 3_600_000

describe('calendar days', () => {
  it.each([
    ['2024-03-10', 'America/New_York', 23],
    ['2024-11-03', 'America/New_York', 25],
    ['2024-05-01', 'Asia/Kathmandu', 24],
    ['2024-10-27', 'Europe/Berlin', 25],
    ['2024-09-08', 'America/Santiago', 23],
  ])('§2 a day has as many hours as it has there: %s in %s', (day, zone, expected) => {
    expect(hours(day, zone)).toBe(expected)
  })

  it.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    '§2 the span of a day holds its first and last instant and no other, in %s',
    (zone) => {
      const { start, end } = daySpan('2024-06-15', zone)
      expect(dayKey(start, zone)).toBe('2024-06-15')
      expect(dayKey(start - 1, zone)).toBe('2024-06-14')
      expect(dayKey(end - 1, zone)).toBe('2024-06-15')
      expect(dayKey(end, zone)).toBe('2024-06-16')
    },
  )

  it.each([['2024-02-30'], ['2023-02-29T23:00:00Z'], ['2024-04-31T00:00:00.000+02:00'], ['2024-13-01'], ['2024-02-28T25:00:00Z'], [null], ['junk'], [{}], [Number.POSITIVE_INFINITY], [undefined]])('has no day for %s', (value) => {
    expect(dayKey(value, 'UTC')).toBeNull()
  })

  it('reads the last days of each month as they are', () => {
    const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(2024, 0, at + 1)).toISOString())
    expect(days.map((day) => [toInstant(day), toInstant(day.slice(0, 10))])).toEqual(days.map((day) => [Date.parse(day), Date.parse(day)]))
  })

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2024-04-31', false],
    ['0000-01-01', false],
    ['24-1-1', false],
    ['', false],
  ])('knows whether %s is a day', (text, expected) => {
    expect(isDayKey(text)).toBe(expected)
  })
})
