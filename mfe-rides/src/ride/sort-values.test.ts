import { describe, expect, it } from 'vitest'
import { numberOf, timeOf } from './sort-values.ts'

describe('the values that sort rows where the backend does not', () => {
  it.each([
    ['09:30 AM', 570],
    ['12:05 AM', 5],
    ['12:05 pm', 725],
    ['9:00 PM', 1260],
    ['21:45', 1305],
    ['noon', 'noon'],
    ['', ''],
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
})
