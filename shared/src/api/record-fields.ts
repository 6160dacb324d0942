/** Fields of a record from any backend: each can be missing or of another type. */

/** The text itself, a number as text, '' for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : ''
}

/** An id as text, which a backend may count in numbers; null when there is none. */
export const idOf = (value: unknown): string | null => textOf(value) || null
