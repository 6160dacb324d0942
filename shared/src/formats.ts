import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { dayKey, toInstant, wallClock } from './days.ts'

dayjs.extend(relativeTime)

/** What SPEC §2 shows for an empty field. */
export const notAvailable = 'N/A'

/** The text itself, a number as text, `N/A` for everything else and for blanks. */
export function orNotAvailable(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : notAvailable
}

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

/** Amount with its ` $` suffix (SPEC §9), `N/A` when there is none. */
export function formatAmount(value: unknown): string {
  const amount = orNotAvailable(value)
  return amount === notAvailable || Number.isNaN(Number(amount)) ? notAvailable : `${amount.trim()} $`
}

/** SPEC §9: cut at 45 characters plus `...` when longer than 20. */
export function cutStateId(value: unknown): string {
  const text = orNotAvailable(value)
  return text.length > 20 ? `${text.slice(0, 45)}...` : text
}

/** The whole integer with thousands separators; `N/A` for what is no number. */
export function formatCount(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? (counts ??= new Intl.NumberFormat('en-US')).format(value) : notAvailable
}

// Making one takes milliseconds: it waits for the first number.
let counts: Intl.NumberFormat | undefined
