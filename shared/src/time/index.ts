export { addDays, dayKey, daySpan, isDayKey, todayIn, toInstant } from '../contract/time/days.ts'
export type { DayKey } from '../contract/time/days.ts'
export { formatChatTime, formatDate, formatDateTime, formatRelative } from './formats.ts'
