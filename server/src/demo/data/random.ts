/** A deterministic source of randomness: the same seed makes the same demo data on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** A whole number in [min, max]. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  digits(count: number): string
  hex(count: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const text = (count: number, alphabet: string) =>
    Array.from({ length: count }, () => alphabet.charAt(between(0, alphabet.length - 1))).join('')
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    digits: (count) => text(count, '0123456789'),
    hex: (count) => text(count, '0123456789abcdef'),
  }
}
