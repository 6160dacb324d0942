type Unit =
  | 'ms'
  | 'shift'
  | 'trips'
  | 'requests'
  | 'bytes'
  | 'KB'
  | 'MB'
  | 'nodes'
  | 'rows'
  | 'listeners'
  | 'messages'
  | 'times'
  | 'per second'
  | '×'

const digits: Partial<Record<Unit, number>> = { shift: 4, KB: 1, nodes: 1, listeners: 1, '×': 2 }

/**
 * One measured figure and its goal. `value` and `goal` are in `unit`; a check is ok when its value, rounded as it is
 * shown, is at most its goal, or at least when that is a floor.
 */
export type Check = {
  name: string
  value: number
  goal: number
  unit: Unit
  ok: boolean
  isFloor?: boolean
  range?: readonly [number, number]
}

export function atMost(name: string, value: number, goal: number, unit: Unit = 'ms'): Check {
  const shown = Number(value.toFixed(digits[unit] ?? 0))
  return { name, value: shown, goal, unit, ok: shown <= goal }
}

/** A figure that is to be high. */
export function atLeast(name: string, value: number, goal: number, unit: Unit): Check {
  const shown = Math.round(value)
  return { name, value: shown, goal, unit, ok: shown >= goal, isFloor: true }
}

/** With the lowest and the highest of what its value is the median of. */
const withRange = (check: Check, values: readonly number[]): Check => ({
  ...check,
  range: [Math.min(...values), Math.max(...values)],
})

/** The median of times, which is to be at most so much, with their range. */
export const medianAtMost = (name: string, values: readonly number[], goal: number): Check =>
  withRange(atMost(name, median(values), goal), values)

/** Two medians of rounds taken in turns, divided; the range is that of each round's own ratio. */
export const medianRatio = (name: string, ours: readonly number[], theirs: readonly number[], goal: number): Check =>
  withRange(
    atMost(name, median(ours) / median(theirs), goal, '×'),
    ours.map((value, round) => value / (theirs[round] ?? Number.NaN)),
  )

/** The p50 and the p95 of times. */
export const percentiles = (name: string, times: readonly number[], goals: { p50: number; p95: number }): Check[] => [
  atMost(`${name}, p50`, median(times), goals.p50),
  atMost(`${name}, p95`, percentile(times, 0.95), goals.p95),
]

/** The largest layout shift of many screens: there is to be none. */
export const noShift = (name: string, shifts: readonly number[]): Check =>
  atMost(name, Math.max(0, ...shifts), 0, 'shift')

/** The value that this part of all does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const value = [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
