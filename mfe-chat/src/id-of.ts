/** An id as text, which a backend may count in numbers; null when there is none. */
export const idOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : null)
