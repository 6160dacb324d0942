import type { BookingStatus, Search } from '@interline/shared/contract'

/** A screen that one can go to. */
export type Place = {
  title: string
  path: string
  icon: string
  /** The screen's address, as it was left. */
  to: string
  /** The letter that opens it after `g`. */
  shortcut?: string | undefined
}

type Kind = 'recent' | 'screens' | 'drivers' | 'users' | 'bookings' | 'actions'

/** The search over everything offers this: an address to open, or something to do. */
export type Option = {
  /** Unique in the whole list. */
  id: string
  kind: Kind
  icon: string
  title: string
  /** More is shown of it here, what was searched for first. */
  details?: string[]
  status?: BookingStatus
  /** The shortcut that does the same. */
  shortcut?: string | undefined
} & ({ to: string; state?: object } | { run: () => void; staysOpen?: boolean })

/** A term asks for this, as the server's rule has it (contract: `readSearch`), for the marks alone. */
export function termOf(text: string): Search {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const digits = text.replace(/[^0-9]/g, '')
  return { words, digits: /^[\d\s()+./-]+$/.test(text) && digits.length > 3 ? digits : null }
}

/** The details with those first that have something of what is searched for: the line may be cut at its end. */
export function matchingFirst(details: (string | null | undefined)[], { words, digits }: Search): string[] {
  const filled = details.filter((detail): detail is string => typeof detail === 'string' && detail !== '')
  const matches = (detail: string) =>
    words.some((word) => detail.toLowerCase().includes(word)) ||
    (digits !== null && detail.replace(/[^0-9]/g, '').includes(digits))
  return [...filled.filter(matches), ...filled.filter((detail) => !matches(detail))]
}
