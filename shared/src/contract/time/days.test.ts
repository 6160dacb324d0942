import { describe, expect, it } from 'vitest'
import { addDays, dayKey, daySpan, isDayKey, toInstant } from './days.ts'

describe('calendar days', () => {
  it.each([
    ['2024-05-01', 'UTC', '2024-05-01T00:00:00.000Z', 24],
    ['2024-05-01', 'Europe/Berlin', '2024-04-30T22:00:00.000Z', 24],
    ['2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00.000Z', 23],
    ['2024-10-27', 'Europe/Berlin', '2024-10-26T22:00:00.000Z', 25],
    ['2024-03-10', 'America/New_York', '2024-03-10T05:00:00.000Z', 23],
    ['2024-11-03', 'America/New_York', '2024-11-03T04:00:00.000Z', 25],
    ['2024-05-01', 'Asia/Kathmandu', '2024-04-30T18:15:00.000Z', 24],
    ['2024-05-01', 'Pacific/Kiritimati', '2024-04-30T10:00:00.000Z', 24],
    ['2024-05-01', 'Pacific/Pago_Pago', '2024-05-01T11:00:00.000Z', 24],
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00.000Z', 23],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z', 25],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
  ])('§2 the day %s in %s begins at %s and lasts %i hours', (day, zone, begin, hours) => {
    const { start, end } = daySpan(day, zone)
    expect([new Date(start).toISOString(), (end - start) / 3_600_000]).toEqual([begin, hours])
  })

  it('leaves no instant between a day and the next', () => {
    expect(daySpan('2024-10-27', 'Europe/Berlin').end).toBe(daySpan('2024-10-28', 'Europe/Berlin').start)
  })

  it('says which day an instant is where', () => {
    const instant = new Date('2024-05-01T02:30:00Z')
    expect([dayKey(instant, 'UTC'), dayKey(instant, 'America/Chicago')]).toEqual(['2024-05-01', '2024-04-30'])
  })

  it('adds days across months and leap days', () => {
    expect([addDays('2024-02-28', 1), addDays('2024-03-01', -1), addDays('2023-12-31', 1)]).toEqual([
      '2024-02-29',
      '2024-02-29',
      '2024-01-01',
    ])
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

  it.each([
    ['2024-02-30'],
    ['2023-02-29T23:00:00Z'],
    ['2024-04-31T00:00:00.000+02:00'],
    ['2024-13-01'],
    ['2024-02-28T25:00:00Z'],
    [null],
    ['junk'],
    [{}],
    [Number.POSITIVE_INFINITY],
    [undefined],
  ])('has no day for %s', (value) => {
    expect(dayKey(value, 'UTC')).toBeNull()
  })

  it('reads the last days of each month as they are', () => {
    const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(2024, 0, at + 1)).toISOString())
    expect(days.map((day) => [toInstant(day), toInstant(day.slice(0, 10))])).toEqual(
      days.map((day) => [Date.parse(day), Date.parse(day)]),
    )
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
