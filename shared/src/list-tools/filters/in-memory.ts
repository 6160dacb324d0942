import { fold } from '../../contract/lists/fold.ts'
import { readAmounts, readDays } from '../../contract/lists/ranges.ts'
import { readSearch } from '../../contract/lists/search.ts'
import { dayKey, todayIn } from '../../contract/time/days.ts'

// The filters keep the rows that the API would keep by the same names, for rows that are in the browser.

/** Whether a text has each word of another. */
export function hasWords(text: unknown, value: string): boolean {
  const folded = typeof text === 'string' ? fold(text) : ''
  return readSearch(value).words.every((word) => folded.includes(word))
}

export function isAmountIn(amount: unknown, value: string): boolean {
  const { from = -Infinity, to = Infinity } = readAmounts(value) ?? {}
  const number = typeof amount === 'string' ? Number(amount) : amount
  return typeof number === 'number' && number >= from && number <= to
}

export function isDayIn(instant: unknown, value: string, timeZone: string): boolean {
  const { from = '', to = '9999-12-31' } = readDays(value, todayIn(timeZone)) ?? {}
  const day = dayKey(instant, timeZone)
  return day !== null && day >= from && day <= to
}
