import { expect, it } from 'vitest'
import { addMessages, messagesOf } from './index.ts'

const say = messagesOf('parts')

it('fills names in, once or more, and follows the count', () => {
  addMessages('parts', { greet: '{{name}} and {{ name }} ({{at}})', plain: 'As it is', row_one: '{{count}} row', row_other: '{{count}} rows', nested: { deep: 'Deep' } })
  expect(say('greet', { name: 'Jane <b>', at: 0 })).toBe('Jane <b> and Jane <b> (0)')
  expect(say('plain')).toBe('As it is')
  expect([0, 1, 2].map((count) => say('row', { count }))).toEqual(['0 rows', '1 row', '2 rows'])
  expect(say('nested.deep')).toBe('Deep')
})

it('nothing, and a text that is the same for any number, are said in their own words', () => {
  addMessages('parts', { seat_zero: 'No seat', seat_one: 'One seat', seat_other: '{{count}} seats', gate: 'Gate {{count}}' })
  expect([0, 1, 2].map((count) => say('seat', { count }))).toEqual(['No seat', 'One seat', '2 seats'])
  expect(say('gate', { count: 2 })).toBe('Gate 2')
})

it('a name with a dollar sign stays what it is', () => {
  expect(say('greet', { name: '$& $1', at: '' })).toBe('$& $1 and $& $1 ()')
})

it('an unknown key gives the key, until it is known', () => {
  expect(say('later')).toBe('later')
  addMessages('parts', { later: 'Now' })
  expect(say('later')).toBe('Now')
})

it('a text that names another is said by i18next', () => {
  addMessages('parts', { outer: 'Say $t(inner)', inner: 'this' })
  expect(say('outer')).toBe('Say this')
})
