import { describe, expect, it } from 'vitest'
import { addDays, dayOf, spanOfDay } from './calendar-day.ts'

const hours = ({ start, end }: { start: Date; end: Date }) => (end.getTime() - start.getTime()) / 3_600_000

describe('spanOfDay', () => {
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
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
  ])('§2 the day %s in %s begins at %s and lasts %i hours', (day, zone, start, length) => {
    const span = spanOfDay(day, zone)
    expect(span.start.toISOString()).toBe(start)
    expect(hours(span)).toBe(length)
  })

  it('leaves no instant between a day and the next', () => {
    expect(spanOfDay('2024-10-27', 'Europe/Berlin').end).toEqual(spanOfDay('2024-10-28', 'Europe/Berlin').start)
  })
})

it('dayOf says which day it is where', () => {
  const instant = new Date('2024-05-01T02:30:00Z')
  expect([dayOf(instant, 'UTC'), dayOf(instant, 'America/Chicago')]).toEqual(['2024-05-01', '2024-04-30'])
})

it('addDays crosses months and leap days', () => {
  expect([addDays('2024-02-28', 1), addDays('2024-03-01', -1), addDays('2023-12-31', 1)]).toEqual(['2024-02-29', '2024-02-29', '2024-01-01'])
})
