/** A number, or a text that is one; null for any other value. */
export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Minutes since midnight of a ride's time, `09:30 AM` or `21:30`; other texts sort as they read. */
export function timeOf(value: unknown): number | string | null {
  const text = typeof value === 'string' ? value : null
  const clock = /^\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?\s*$/i.exec(text ?? '')
  if (!clock) return text
  const [, hour = '', minute = '', half] = clock
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return hours * 60 + Number(minute)
}
