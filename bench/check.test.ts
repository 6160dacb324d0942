import { expect, it } from 'vitest'
import { atMost, median, percentile } from './check.ts'

it.each([
  [999.4, 1000, 'ms', 999, true],
  [1000.4, 1000, 'ms', 1000, true],
  [1000.6, 1000, 'ms', 1001, false],
  [0.8049, 0.8, '×', 0.8, true],
  [0.8051, 0.8, '×', 0.81, false],
  [0.04, 0, 'nodes', 0, true],
] as const)('%d of at most %d %s is shown as %d, and is ok: %s', (measured, goal, unit, value, ok) => {
  expect(atMost('rollback', measured, goal, unit)).toEqual({ name: 'rollback', value, goal, unit, ok })
})

it('takes the middle one, whatever the order', () => {
  expect(median([900, 100, 300])).toBe(300)
  expect(() => median([])).toThrow('nothing was measured')
})

it('takes the one that 95 of 100 do not exceed', () => {
  expect(
    percentile(
      Array.from({ length: 100 }, (_, at) => 100 - at),
      0.95,
    ),
  ).toBe(95)
})
