import type { Work } from './slices.ts'

const step = 2000

/** The positions sorted, equals in the order they came: runs of one, merged in pairs until one is left. */
export function* sorted(positions: Uint32Array, compare: (a: number, b: number) => number): Work<Uint32Array> {
  const count = positions.length
  let from = positions.slice()
  let to = new Uint32Array(count)
  let compared = 0
  for (let run = 1; run < count; run *= 2) {
    for (let start = 0; start < count; start += 2 * run) {
      const middle = Math.min(start + run, count)
      const end = Math.min(start + 2 * run, count)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        to[at] = from[takesLeft ? left++ : right++] ?? 0
        compared += 1
        if (compared % step === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
