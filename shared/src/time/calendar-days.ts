import dayjs from 'dayjs'
import { addDays, isDayKey } from '../contract/time/days.ts'
import type { DayKey } from '../contract/time/days.ts'

// At noon no change of the clocks can move it to another day. dayjs itself would read the year 0050 as 1950.
const noonOf = (day: DayKey) => dayjs(new Date(`${day}T12:00`))

/** The day with this number in another month, or that month's last day. */
export const addMonths = (day: DayKey, months: number): DayKey => noonOf(day).add(months, 'month').format('YYYY-MM-DD')

/** 0 for Sunday. */
export const weekdayOf = (day: DayKey): number => noonOf(day).day()

/** Six weeks from the Sunday on or before the first of the day's month. */
export function weeksAround(day: DayKey): DayKey[][] {
  const first = `${day.slice(0, 8)}01`
  const sunday = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(sunday, week * 7 + at)))
}

/** MM/DD/YYYY (SPEC §9). */
export const writeDay = (day: DayKey): string => noonOf(day).format('MM/DD/YYYY')

/** The day that was typed as MM/DD/YYYY, leading zeros or not; null for what is none. */
export function readDay(text: string): DayKey | null {
  const [, month = '', date = '', year = ''] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text) ?? []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDayKey(day) ? day : null
}
