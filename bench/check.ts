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
  | '×'
  | '%'

/**
 * One measured figure and its goal. `value` and `goal` are in `unit`; a check is ok when its value is at most its goal,
 * or at least when that is a floor.
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

/** With the lowest and the highest of what its value is the median of. */
export const withRange = (check: Check, values: readonly number[]): Check => ({
  ...check,
  range: [Math.min(...values), Math.max(...values)],
})

/** The median of times, which is to be at most so much, with their range. */
export const medianAtMost = (name: string, values: readonly number[], goal: number, unit: Unit = 'ms'): Check =>
  withRange(atMost(name, median(values), goal, unit), values)

/** Two medians of rounds taken in turns, divided; the range is that of each round's own ratio. */
export const medianRatio = (name: string, ours: readonly number[], theirs: readonly number[], goal: number): Check =>
  withRange(
    ratio(name, median(ours) / median(theirs), goal),
    ours.map((value, round) => value / (theirs[round] ?? Number.NaN)),
  )

/** The largest layout shift of many screens: there is to be none. */
export const noShift = (name: string, shifts: readonly number[]): Check => {
  const value = Math.round(Math.max(0, ...shifts) * 10_000) / 10_000
  return { name, value, goal: 0, unit: 'shift', ok: value === 0 }
}

export const atMost = (name: string, value: number, goal: number, unit: Unit = 'ms'): Check => ({
  name,
  value: Math.round(value),
  goal,
  unit,
  ok: value <= goal,
})

/** A figure to a tenth; what it is rounded to is what counts. */
export const tenths = (name: string, value: number, goal: number, unit: Unit = 'ms'): Check => {
  const rounded = Math.round(value * 10) / 10
  return { name, value: rounded, goal, unit, ok: rounded <= goal }
}

/** One figure divided by another of the same run. */
export const ratio = (name: string, value: number, goal: number): Check => ({
  name,
  value: Math.round(value * 100) / 100,
  goal,
  unit: '×',
  ok: value <= goal,
})

/** One figure divided by another of the same run, which is to be high. */
export const ratioAtLeast = (name: string, value: number, goal: number): Check => ({
  name,
  value: Math.round(value * 100) / 100,
  goal,
  unit: '×',
  ok: value >= goal,
  isFloor: true,
})

/** A share of a whole, in per cent. */
export const percent = (name: string, value: number, goal: number): Check => ({
  name,
  value: Math.round(value * 10) / 10,
  goal,
  unit: '%',
  ok: value <= goal,
})

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
