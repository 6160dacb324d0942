/** What a search term asks for, in lower case. */
export type Search = {
  /** A row has each of them, in any order; none for a blank term. */
  words: string[]
  /** Of a term that is written like a phone number: a row that has its digits in a row fits too. */
  digits: string | null
}

const leastDigits = 4
const isPhoneLike = (text: string) => /^[\d\s()+./-]+$/.test(text)
const digitsOf = (phone: string) => phone.replace(/[^0-9]/g, '')

/** Reads the `q` of a list: the API and the lists that are in the browser as a whole find the same rows. */
export function readSearch(term: string): Search {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  const digits = isPhoneLike(term) ? digitsOf(term) : ''
  return { words, digits: digits.length < leastDigits || digits === words[0] ? null : digits }
}

/** The lines of a row that are searched as one text: in lower case, phone numbers also as digits alone. */
export const searchedText = (lines: string): string =>
  [lines.toLowerCase(), ...lines.split('\n').filter(isPhoneLike).map(digitsOf)].join('\n')

/** Whether what is asked for is in a `searchedText`. */
export const hasSearched = (text: string, { words, digits }: Search): boolean =>
  words.every((word) => text.includes(word)) || (digits !== null && text.includes(digits))
