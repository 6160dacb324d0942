import { expect, it } from 'vitest'
import { positionName } from './scroll-positions.tsx'

const at = (key: string, state: unknown = null, search = '') =>
  positionName({ pathname: '/drivers', search, key, state })

it('gives each entry of the history a name of its own, a new visit of the same address too', () => {
  expect(at('a')).not.toBe(at('b'))
  expect(at('default')).not.toBe(at('default', null, '?page=2'))
})

it('knows a link back by the address that it leads to, again and again', () => {
  const left = at('c', null, '?q=jane')
  expect(at('d', { isReturn: true }, '?q=jane')).toBe(left)
  expect(at('e', { isReturn: true }, '?q=jane')).toBe(left)
  expect(at('f', { isReturn: true }, '?q=other')).not.toBe(left)
})
