import { trimmed } from '@interline/shared/i18n'
import { toInstant } from '@interline/shared/time'

export function instantOf(value: unknown): number | null {
  const instant = toInstant(value)
  return Number.isNaN(instant) ? null : instant
}

export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export const sortText = (value: unknown): string | null =>
  typeof value === 'string' && trimmed(value) !== '' ? value : null

/** Minutes since midnight of a ride's time, `09:30 AM` or `21:30`; other texts sort as they read. */
export function timeOf(value: unknown): number | string | null {
  const text = sortText(value)
  const clock = /^\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?\s*$/i.exec(text ?? '')
  if (!clock) return text
  const [, hour = '', minute = '', half] = clock
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return hours * 60 + Number(minute)
}
