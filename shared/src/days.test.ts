import { describe, expect, it } from 'vitest'
import { dayKey, daySpan, isDayKey } from './index.ts'

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

  it.each([[null], ['junk'], [{}], [Number.POSITIVE_INFINITY], [undefined]])('has no day for %s', (value) => {
    expect(dayKey(value, 'UTC')).toBeNull()
  })

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2024-13-01', false],
    ['24-1-1', false],
    ['', false],
  ])('knows whether %s is a day', (text, expected) => {
    expect(isDayKey(text)).toBe(expected)
  })
})
