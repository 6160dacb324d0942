import { isDayKey } from '../days.ts'
import type { DayKey } from '../days.ts'

const dayLength = 86_400_000
const keyOf = (midnight: number): DayKey => new Date(midnight).toISOString().slice(0, 10)
const midnightOf = (day: DayKey): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: DayKey, days: number): DayKey => keyOf(midnightOf(day) + days * dayLength)

/** The same day of another month, or that month's last. */
export function addMonths(day: DayKey, months: number): DayKey {
  const date = new Date(midnightOf(day))
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return keyOf(first + (Math.min(date.getUTCDate(), last) - 1) * dayLength)
}

/** 0 for Sunday. */
export const weekdayOf = (day: DayKey): number => new Date(midnightOf(day)).getUTCDay()

/** Six weeks from the Sunday on or before the first of the day's month. */
export function weeksAround(day: DayKey): DayKey[][] {
  const first = `${day.slice(0, 8)}01`
  const sunday = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(sunday, week * 7 + at)))
}

/** MM/DD/YYYY (SPEC §9). */
export const writeDay = (day: DayKey): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** The day that was typed as MM/DD/YYYY, leading zeros or not; null for what is none. */
export function readDay(text: string): DayKey | null {
  const [, month = '', date = '', year = ''] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDayKey(day) ? day : null
}
