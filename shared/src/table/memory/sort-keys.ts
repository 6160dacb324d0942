import { fold } from '../../contract/lists/fold.ts'
import type { SortValue } from '../column.ts'

let collator: Intl.Collator | undefined
// Making one takes milliseconds, and most lists are sorted by the server.
const collate = (a: string, b: string) =>
  (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b)

// The order that the collator gives to what has no accents; texts with anything else are left to the collator itself.
const alphabet = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz'
const digit = alphabet.indexOf('0')
const weights = new Uint8Array(128)
weights[32] = 1
for (const [at, letter] of [...alphabet].entries()) {
  weights[letter.charCodeAt(0)] = at + 2
  weights[letter.toUpperCase().charCodeAt(0)] = at + 2
}
const byUnits = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * A text that sorts by code units as the text itself does by the collator, digits by the number they make; null where
 * only the collator knows the order. Comparing 100,000 names by the collator takes seconds.
 */
export function sortKey(text: string): string | null {
  if (text.length > 1000) return null
  const codes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const weight = code < 128 ? weights[code] : 0
    if (!weight) return null
    if (!isDigit(code)) {
      codes.push(weight)
      continue
    }
    while (text.charCodeAt(at) === 48 && isDigit(text.charCodeAt(at + 1))) at += 1
    let end = at + 1
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1
    if (end - at > 40) return null
    // A longer number is a larger one: how long it is comes first, all of it among the digits of the alphabet.
    codes.push(digit + 2, end - at)
    for (; at < end; at += 1) codes.push(text.charCodeAt(at))
    at -= 1
  }
  return String.fromCharCode(...codes)
}

/** What a column's values compare by: a number each, and for those that are equal in it the text. */
type SortKeys = { blank: Uint8Array; numbers: Float64Array; texts: (string | undefined)[]; keys: (string | null)[] }

export const newSortKeys = (count: number): SortKeys => ({
  blank: new Uint8Array(count),
  numbers: new Float64Array(count),
  texts: [],
  keys: [],
})

export function setSortKey({ blank, numbers, texts, keys }: SortKeys, at: number, value: SortValue): void {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) {
    blank[at] = 1
    return
  }
  if (typeof value === 'number') {
    numbers[at] = value
    return
  }
  const text = String(value)
  const key = sortKey(fold(text))
  texts[at] = text
  keys[at] = key
  numbers[at] = key === null ? Number.NaN : beginningOf(key)
}

/** The first eight code units as one number. */
function beginningOf(key: string): number {
  let number = 0
  for (let at = 0; at < 8; at += 1) number = number * 90 + (at < key.length ? key.charCodeAt(at) + 1 : 0)
  return number
}

/** Folded, then the text itself; blanks last; 0 for equals. */
export function compareKeys({ blank, numbers, texts, keys }: SortKeys, a: number, b: number): number {
  const blanks = (blank[a] ?? 0) - (blank[b] ?? 0)
  if (blanks !== 0 || blank[a] === 1) return blanks
  const difference = (numbers[a] ?? 0) - (numbers[b] ?? 0)
  const [textA, textB] = [texts[a], texts[b]]
  if (textA === undefined && textB === undefined) return difference
  const [keyA, keyB] = [keys[a], keys[b]]
  const [oneA, oneB] = [textA ?? String(numbers[a]), textB ?? String(numbers[b])]
  if (typeof keyA !== 'string' || typeof keyB !== 'string')
    return collate(fold(oneA), fold(oneB)) || byUnits(oneA, oneB)
  return difference || byUnits(keyA, keyB) || byUnits(oneA, oneB)
}
