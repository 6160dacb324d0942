type Unit =
  'ms' | 'trips' | 'requests' | 'bytes' | 'KB' | 'MB' | 'nodes' | 'rows' | 'listeners' | 'messages' | '×' | '%'

/**
 * One measured figure and its goal. `value` and `goal` are in `unit`; a check is ok when its value is at most its goal,
 * or at least when that is a floor.
 */
export type Check = { name: string; value: number; goal: number; unit: Unit; ok: boolean; isFloor?: boolean }

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
