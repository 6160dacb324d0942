import { isDayKey, type DayKey } from '../time/days.ts'

/** From one to another, both among them; either can be open. */
export type Range<Value> = { from?: Value; to?: Value }

/** Reads `10..50`, `10..` or `..50`; null for what is none, or is open at both ends. */
export function readAmounts(text: string): Range<number> | null {
  const [, from = '', to = ''] = /^(\d{1,7}(?:\.\d{1,2})?)?\.\.(\d{1,7}(?:\.\d{1,2})?)?$/.exec(text) ?? []
  if (from === '' && to === '') return null
  return { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) }
}

/** Reads `2026-01-01..2026-01-31`, or one that is open at an end; null for what is none. */
export function readDays(text: string): Range<DayKey> | null {
  const [from = '', to, ...more] = text.split('..')
  if (to === undefined || more.length > 0 || (from === '' && to === '')) return null
  if ((from !== '' && !isOfOurTimes(from)) || (to !== '' && !isOfOurTimes(to))) return null
  return { ...(isDayKey(from) && { from }), ...(isDayKey(to) && { to }) }
}

/** Time zones are known, and rows can be, in these years only. */
const isOfOurTimes = (text: string) => isDayKey(text) && text >= '1900-01-01' && text <= '2999-12-31'
