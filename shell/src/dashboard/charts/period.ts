import { addDays, isDayKey, type DayKey, longestPeriod } from '@interline/shared/contract'

/** The periods that are offered, in days up to today; any other is a range. */
export const lengths = [7, 30, 90] as const
const usual = 30

/** A period of days, both ends included; `length` where it is one that is offered. */
export type Period = { from: DayKey; to: DayKey; length: number | null }

/**
 * The period that the address names: `?period=90`, or `?from=2024-01-01&to=2024-01-31`. What is no period is the usual
 * one.
 */
export function readPeriod(params: URLSearchParams, today: DayKey): Period {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (isRange(from, to, today)) return { from, to, length: null }
  const length = lengths.find((known) => String(known) === params.get('period')) ?? usual
  return { from: addDays(today, 1 - length), to: today, length }
}

/** Whether these are two days, in order, not in the future, and near enough to each other. */
export const isRange = (from: string, to: string, today: DayKey): boolean =>
  isDayKey(from) &&
  isDayKey(to) &&
  from >= '1970-01-01' &&
  from <= to &&
  to <= today &&
  to < addDays(from, longestPeriod)

/** The same address with another period. */
export function writePeriod(params: URLSearchParams, period: number | { from: DayKey; to: DayKey }): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['period', 'from', 'to']) next.delete(name)
  if (typeof period !== 'number') {
    next.set('from', period.from)
    next.set('to', period.to)
  } else if (period !== usual) next.set('period', String(period))
  return next
}
