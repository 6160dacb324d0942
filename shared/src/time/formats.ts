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

/** dd/mm/yyyy hh:mm AM/PM of an instant in a time zone (SPEC §2, Chat screen). */
export function formatChatTime(value: unknown, timeZone: string): string {
  const clock = wallClock(value, timeZone)
  if (clock === null) return notAvailable
  const hour = String(clock.hour % 12 || 12).padStart(2, '0')
  return `${clock.day}/${clock.month}/${clock.year} ${hour}:${clock.minute} ${clock.hour < 12 ? 'AM' : 'PM'}`
}

/** How long ago, e.g. `3 hours ago`; what is yet to come by a clock that is slow has just been. */
export function formatRelative(value: unknown, now: number = Date.now()): string {
  const instant = toInstant(value)
  return Number.isNaN(instant) ? notAvailable : dayjs(instant).from(Math.max(now, instant))
}
