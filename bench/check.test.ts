import { expect, it } from 'vitest'
import { atMost, median, percent, ratio } from './check.ts'

it.each([
  [999.4, 1000, true],
  [1000, 1000, true],
  [1000.6, 1000, false],
])('%d of at most %d is ok: %s', (value, goal, ok) => {
  expect(atMost('rollback', value, goal)).toEqual({ name: 'rollback', value: Math.round(value), goal, unit: 'ms', ok })
})

it('keeps two digits of a ratio, and judges by all of them', () => {
  expect(ratio('load', 0.8049, 0.8)).toEqual({ name: 'load', value: 0.8, goal: 0.8, unit: '×', ok: false })
})

it('keeps one digit of a share, and judges by all of them', () => {
  expect(percent('unused', 45.04, 45)).toEqual({ name: 'unused', value: 45, goal: 45, unit: '%', ok: false })
})

it('takes the middle one, whatever the order', () => {
  expect(median([900, 100, 300])).toBe(300)
  expect(() => median([])).toThrow('nothing was measured')
})
