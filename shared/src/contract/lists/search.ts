import { fold } from './fold.ts'

/** A search term asks for this, folded. */
export type Search = {
  /** A row has each of them, in any order; none for a blank term. A term with a word too short for that is one. */
  words: string[]
  /** The digits of a term that is written like a phone number: a row that has its digits in a row fits too. */
  digits: string | null
}

const leastDigits = 4
const isPhoneLike = (text: string) => /^[\d\s()+./-]+$/.test(text)
const digitsOf = (phone: string) => phone.replace(/[^0-9]/g, '')

/** Whether no index finds a text: it has one or two characters, or nowhere two letters or digits in a row. */
export const isShortWord = (text: string): boolean => text.length < 3 || !/[\p{L}\p{N}]{2}/u.test(text)

/** Reads the `q` of a list: the API and the lists that are in the browser as a whole find the same rows. */
export function readSearch(term: string): Search {
  const text = fold(term).trim().replace(/^TEL:/, '')
  const each = text.split(/\s+/).filter(Boolean)
  const isInAnyOrder = each.every((word) => word.length > 1) && !each.every(isShortWord)
  const words = isInAnyOrder || text === '' ? each : [text]
  // A leading 00 is dialled for the + that a number is written with.
  const digits = isPhoneLike(text) ? digitsOf(text).replace(/^00/, '') : ''
  return { words, digits: digits.length < leastDigits || digits === words[0] ? null : digits }
}

/** The lines of a row that are searched as one text: folded, phone numbers also as digits alone. */
export function searchedText(lines: string): string {
  const folded = fold(lines)
  const phones = folded.split('\n').filter((line) => isPhoneLike(line) && line !== digitsOf(line))
  return [folded, ...phones.map(digitsOf)].join('\n')
}

/** Whether what is asked for is in a `searchedText`. */
export const hasSearched = (text: string, { words, digits }: Search): boolean =>
  words.every((word) => text.includes(word)) || (digits !== null && text.includes(digits))

/** How many of each kind `GET /admin/search` answers at most. */
export const mostFound = 5
