import { listWindow } from '../contract/lists/window.ts'
import { trimmed } from '../contract/trimmed.ts'

/** SPEC §2 shows this for an empty field. */
export const notAvailable = 'N/A'

/** The text itself, a number as text, `N/A` for everything else and for blanks. */
export function orNotAvailable(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && trimmed(value) !== '' ? value : notAvailable
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
  if (Number.isInteger(value) && Math.abs(Number(value)) < 1000) return String(value)
  return typeof value === 'number' && Number.isFinite(value)
    ? (counts ??= new Intl.NumberFormat('en-US')).format(value)
    : notAvailable
}

/** The total of a list, which is counted up to one more than 10,000: `10,000+` above it. */
export const formatTotal = (total: number): string =>
  total > listWindow ? `${formatCount(listWindow)}+` : formatCount(total)

// Making one takes milliseconds: it waits for the first number.
let counts: Intl.NumberFormat | undefined
