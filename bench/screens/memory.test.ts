import { expect, it } from 'vitest'
import { slopeOf } from './memory.ts'

it.each([
  [[5, 5, 5, 5], 0],
  [[1, 3, 5, 7], 2],
  [[10, 0, 10, 0, 10], 0],
  [[0, 1, 0, 3], 0.8],
])('the line through %j rises by %d', (values, slope) => {
  expect(slopeOf(values)).toBeCloseTo(slope)
})
