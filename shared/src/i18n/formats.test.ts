import { describe, expect, it } from 'vitest'
import { cutStateId, formatAmount, orNotAvailable } from './formats.ts'

describe('formats of texts and numbers', () => {
  it.each([
    ['a'.repeat(20), 'a'.repeat(20)],
    ['a'.repeat(21), `${'a'.repeat(21)}...`],
    ['a'.repeat(45), `${'a'.repeat(45)}...`],
    ['a'.repeat(46), `${'a'.repeat(45)}...`],
    ['', 'N/A'],
    [null, 'N/A'],
    [42, '42'],
  ])('§9 cuts a State ID at 45 and adds ... when it is longer than 20: %s', (value, shown) => {
    expect(cutStateId(value)).toBe(shown)
  })

  it.each([
    [120, '120 $'],
    [120.5, '120.5 $'],
    [0, '0 $'],
    ['75', '75 $'],
    [null, 'N/A'],
    ['', 'N/A'],
    ['free', 'N/A'],
    [Number.NaN, 'N/A'],
    [{ amount: 3 }, 'N/A'],
  ])('§9 shows an amount with the suffix " $": %s', (value, shown) => {
    expect(formatAmount(value)).toBe(shown)
  })

  it.each([
    ['Jane', 'Jane'],
    ['   ', 'N/A'],
    ['\u3164', 'N/A'],
    [undefined, 'N/A'],
    [7, '7'],
    [['x'], 'N/A'],
    [true, 'N/A'],
  ])('§2 shows N/A for what is empty or no text: %s', (value, shown) => {
    expect(orNotAvailable(value)).toBe(shown)
  })
})
