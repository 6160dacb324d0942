import type { DayKey } from '@interline/shared/time'

/** MM/DD/YYYY, as the tables write it. */
export const usDay = (day: DayKey): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** MM/DD, for the axis of a chart. */
export const shortDay = (day: DayKey): string => `${day.slice(5, 7)}/${day.slice(8)}`
