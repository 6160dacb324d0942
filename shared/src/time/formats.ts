import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { notAvailable } from '../i18n/formats.ts'
import { dayKey, toInstant, wallClock } from '../contract/time/days.ts'

dayjs.extend(relativeTime)

/** MM/DD/YYYY of an instant in a time zone (SPEC §9). */
export function formatDate(value: unknown, timeZone: string): string {
  const key = dayKey(value, timeZone)
  return key === null ? notAvailable : `${key.slice(-5, -3)}/${key.slice(-2)}/${key.slice(0, -6)}`
}

/** MM/DD/YYYY hh:mm AM/PM of an instant in a time zone, wherever it is not a chat's. */
export function formatDateTime(value: unknown, timeZone: string): string {
  const clock = wallClock(value, timeZone)
  return clock === null ? notAvailable : `${clock.month}/${clock.day}/${clock.year} ${timeOf(clock)}`
}

/** dd/mm/yyyy hh:mm AM/PM of an instant in a time zone (SPEC §2, Chat screen). */
export function formatChatTime(value: unknown, timeZone: string): string {
  const clock = wallClock(value, timeZone)
  return clock === null ? notAvailable : `${clock.day}/${clock.month}/${clock.year} ${timeOf(clock)}`
}

const timeOf = ({ hour, minute }: NonNullable<ReturnType<typeof wallClock>>) =>
  `${String(hour % 12 || 12).padStart(2, '0')}:${minute} ${hour < 12 ? 'AM' : 'PM'}`

/**
 * How long ago, e.g. `3 hours ago`, or how long, `3 hours`; what is yet to come by a clock that is slow has just been.
 */
export function formatRelative(value: unknown, now: number = Date.now(), isDuration = false): string {
  const instant = toInstant(value)
  return Number.isNaN(instant) ? notAvailable : dayjs(instant).from(Math.max(now, instant), isDuration)
}
