import { expect, it } from 'vitest'
import { messages } from './index.ts'

const t = messages('parts', {})

it('fills names in, once or more, and follows the count', () => {
  messages('parts', {
    greet: '{{name}} and {{ name }} ({{at}})',
    plain: 'As it is',
    row_one: '{{count}} row',
    row_other: '{{count}} rows',
    nested: { deep: 'Deep' },
  })
  expect(t('greet', { name: 'Jane <b>', at: 0 })).toBe('Jane <b> and Jane <b> (0)')
  expect(t('plain')).toBe('As it is')
  expect([0, 1, 2].map((count) => t('row', { count }))).toEqual(['0 rows', '1 row', '2 rows'])
  expect(t('nested.deep')).toBe('Deep')
})

it('nothing, and a text that is the same for any number, are said in their own words', () => {
  messages('parts', {
    seat_zero: 'No seat',
    seat_one: 'One seat',
    seat_other: '{{count}} seats',
    gate: 'Gate {{count}}',
  })
  expect([0, 1, 2].map((count) => t('seat', { count }))).toEqual(['No seat', 'One seat', '2 seats'])
  expect(t('gate', { count: 2 })).toBe('Gate 2')
})

it('a name with a dollar sign stays what it is', () => {
  expect(t('greet', { name: '$& $1', at: '' })).toBe('$& $1 and $& $1 ()')
})

it('an unknown key gives the key, until it is known', () => {
  expect(t('later')).toBe('later')
  messages('parts', { later: 'Now' })
  expect(t('later')).toBe('Now')
})
