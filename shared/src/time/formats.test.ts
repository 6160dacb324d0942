import { describe, expect, it } from 'vitest'
import { formatChatTime, formatDate, formatDateTime, formatRelative } from './formats.ts'

describe('formats of dates and times', () => {
  it.each([
    ['2024-05-01T00:30:00.000Z', 'UTC', '05/01/2024'],
    ['2024-05-01T00:30:00.000Z', 'America/New_York', '04/30/2024'],
    ['2024-05-01T23:30:00.000Z', 'Asia/Tokyo', '05/02/2024'],
    [1714523400000, 'UTC', '05/01/2024'],
    ['yesterday', 'UTC', 'N/A'],
    ['', 'UTC', 'N/A'],
    [null, 'UTC', 'N/A'],
    [{}, 'UTC', 'N/A'],
    ['2024-05-01T00:30:00.000Z', 'Mars/Olympus', '05/01/2024'],
  ])('§9 shows a date as MM/DD/YYYY in the time zone: %s in %s', (value, zone, shown) => {
    expect(formatDate(value, zone)).toBe(shown)
  })

  it.each([
    ['2024-05-01T00:05:00.000Z', '01/05/2024 12:05 AM'],
    ['2024-05-01T11:59:00.000Z', '01/05/2024 11:59 AM'],
    ['2024-05-01T12:00:00.000Z', '01/05/2024 12:00 PM'],
    ['2024-12-31T23:09:00.000Z', '31/12/2024 11:09 PM'],
    [undefined, 'N/A'],
  ])('§9 shows a chat time as dd/mm/yyyy hh:mm AM/PM: %s', (value, shown) => {
    expect(formatChatTime(value, 'UTC')).toBe(shown)
  })

  it('shows any other time as MM/DD/YYYY hh:mm AM/PM', () => {
    expect(formatDateTime('2024-12-31T23:09:00.000Z', 'UTC')).toBe('12/31/2024 11:09 PM')
    expect(formatDateTime('2024-12-31T23:09:00.000Z', 'Asia/Tokyo')).toBe('01/01/2025 08:09 AM')
    expect(formatDateTime(null, 'UTC')).toBe('N/A')
  })

  it('§2 tells how long ago a message was', () => {
    const now = Date.parse('2024-05-01T12:00:00Z')
    expect(formatRelative('2024-05-01T09:00:00Z', now)).toBe('3 hours ago')
    expect(formatRelative('2024-05-01T09:00:00Z', now, true)).toBe('3 hours')
    expect(formatRelative('2024-05-04T12:00:00Z', now)).toBe('a few seconds ago')
    expect(formatRelative('never', now)).toBe('N/A')
  })
})
