import { expiringDays, type DayKey } from '@interline/shared/contract'

const dayMs = 86_400_000

/** How many days from one day to another; below 0 when it is over. */
export const daysBetween = (from: DayKey, to: DayKey): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

export const isExpired = (day: DayKey, today: DayKey): boolean => day < today
export const isSoon = (day: DayKey, today: DayKey): boolean => daysBetween(today, day) <= expiringDays
