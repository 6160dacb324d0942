import { expect, it } from 'vitest'
import { act, render } from '@testing-library/react'
import { createElement } from 'react'
import { addMessages, messagesOf, useMessages } from './index.ts'

const t = messagesOf('parts')

it('fills names in, once or more, and follows the count', () => {
  addMessages('parts', {
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
  addMessages('parts', {
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
  addMessages('parts', { later: 'Now' })
  expect(t('later')).toBe('Now')
})

it('a component shows messages that were added after it was drawn', () => {
  const Afterwards = () => useMessages('parts')('afterwards')
  render(createElement(Afterwards))
  expect(document.body.textContent).toBe('afterwards')
  act(() => addMessages('parts', { afterwards: 'Here' }))
  expect(document.body.textContent).toBe('Here')
})
