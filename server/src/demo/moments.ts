import type { Random } from './data/random.ts'

const day = 86_400_000
const days = 120

/** Moments of the last 120 days, oldest first, more of them lately; the last few are of today. */
export function momentsBack(random: Random, count: number, now: Date): Date[] {
  const today = Math.min(count, Math.max(1, Math.round(count / 40)))
  const back = (index: number) =>
    index < today
      ? random.next() * Math.min(day / 6, sinceMidnight(now))
      : day + random.next() ** 1.3 * (days - 1) * day
  return Array.from({ length: count }, (_, index) => now.getTime() - back(index))
    .sort((a, b) => a - b)
    .map((at) => new Date(Math.floor(at)))
}

/** Somewhere between two instants. */
export const momentBetween = (random: Random, from: Date, to: Date) =>
  new Date(Math.floor(from.getTime() + random.next() * Math.max(0, to.getTime() - from.getTime())))

/** An `_id` as `newId` makes them, out of the demo's own randomness. */
export const demoId = (random: Random, at: Date) =>
  Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0') + random.hex(16)

const sinceMidnight = (now: Date) => now.getTime() - new Date(now).setHours(0, 0, 0, 0)
