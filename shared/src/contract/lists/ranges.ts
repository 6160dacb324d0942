import { addDays, isDayKey, type DayKey } from '../time/days.ts'

/** From one to another, both among them; either can be open. */
export type Range<Value> = { from?: Value; to?: Value }

/** Reads `10..50`, `10..` or `..50`; null for what is none, or is open at both ends. */
export function readAmounts(text: string): Range<number> | null {
  const [, from = '', to = ''] = /^(\d{1,7}(?:\.\d{1,2})?)?\.\.(\d{1,7}(?:\.\d{1,2})?)?$/.exec(text) ?? []
  if (from === '' && to === '') return null
  return { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) }
}

/** Days that move with today: a saved view of last week's rows is of last week on every day. */
export const periods = ['this-week', 'last-week'] as const
export type Period = (typeof periods)[number]

export const isPeriod = (text: string): text is Period => periods.some((period) => period === text)

/** The days of a period; a week begins on Sunday, as in the calendar. */
function daysOf(period: Period, today: DayKey): Range<DayKey> {
  const sunday = addDays(today, -new Date(today).getUTCDay())
  return period === 'this-week' ? { from: sunday, to: today } : { from: addDays(sunday, -7), to: addDays(sunday, -1) }
}

/** Whether `readDays` understands it. */
export const isDays = (text: string) => readDays(text, '2000-01-01') !== null

/**
 * Reads `2026-01-01..2026-01-31`, one that is open at an end, or a period such as `last-week`, as seen from today; null
 * for what is none.
 */
export function readDays(text: string, today: DayKey): Range<DayKey> | null {
  if (isPeriod(text)) return daysOf(text, today)
  const [from = '', to, ...more] = text.split('..')
  if (to === undefined || more.length > 0 || (from === '' && to === '')) return null
  if ((from !== '' && !isOfOurTimes(from)) || (to !== '' && !isOfOurTimes(to))) return null
  return { ...(isDayKey(from) && { from }), ...(isDayKey(to) && { to }) }
}

/** Time zones are known, and rows can be, in these years only. */
const isOfOurTimes = (text: string) => isDayKey(text) && text >= '1900-01-01' && text <= '2999-12-31'
