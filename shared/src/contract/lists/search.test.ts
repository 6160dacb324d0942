import { expect, it } from 'vitest'
import { hasSearched, readSearch, searchedText } from './search.ts'

const text = searchedText('Mina Silva\n+1 (210) 555-0154\nmina@people.test\nTX-83-1177')
const isFound = (term: string) => hasSearched(text, readSearch(term))

it.each([
  'mina',
  'Silva Mina',
  'silva  MIN',
  '2105550154',
  '210 555',
  '210-555-0154',
  '+1 210.555.0154',
  '5550154',
  'tx-83',
  'silva 0154',
  'people.test',
  'tel:+12105550154',
  '001 210 555 0154',
  '‪+1 210‑555‑0154‬',
  'sil\u00ADva',
])('finds a person by %j', (term) => expect(isFound(term)).toBe(true))

it.each(['Silva Maria', '2105550155', 'mina q'])('does not find them by %j', (term) =>
  expect(isFound(term)).toBe(false),
)

it('takes a term with a word of one character as it stands', () => {
  expect(readSearch('Main St  4')).toEqual({ words: ['MAIN ST  4'], digits: null })
  expect(readSearch('zq ab')).toEqual({ words: ['ZQ AB'], digits: null })
  expect(readSearch('Li Wei')).toEqual({ words: ['LI', 'WEI'], digits: null })
})

it('takes a blank term for none, and a few digits for a word', () => {
  expect(readSearch('  ')).toEqual({ words: [], digits: null })
  expect(readSearch('1-2')).toEqual({ words: ['1-2'], digits: null })
  expect(readSearch('12345')).toEqual({ words: ['12345'], digits: null })
})
