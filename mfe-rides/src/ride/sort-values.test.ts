import { describe, expect, it } from 'vitest'
import { instantOf, numberOf, sortText, timeOf } from './sort-values.ts'

describe('what rows are sorted by where the backend does not sort', () => {
  it.each([
    ['09:30 AM', 570],
    ['12:05 AM', 5],
    ['12:05 pm', 725],
    ['9:00 PM', 1260],
    ['21:45', 1305],
    ['noon', 'noon'],
    ['', null],
    [null, null],
    [930, null],
  ])('reads the time %j as %j', (time, expected) => {
    expect(timeOf(time)).toBe(expected)
  })

  it.each([
    [45, 45],
    ['45.50', 45.5],
    ['', null],
    ['free', null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
  ])('reads the number %j as %j', (value, expected) => {
    expect(numberOf(value)).toBe(expected)
  })

  it('has nothing for what is no instant or no text', () => {
    expect(instantOf('2024-05-01T00:00:00.000Z')).toBe(Date.UTC(2024, 4, 1))
    expect([instantOf('soon'), instantOf(null), sortText('  '), sortText(7)]).toEqual([null, null, null, null])
  })
})
