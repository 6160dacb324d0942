import { faults, type Fault } from './fault-proxy.ts'

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The fixed seed, and the one of this run: `npm run test:faults` draws and prints it, FAULT_SEED plays it again. */
export const seeds = [1, Number(process.env.FAULT_SEED || 2)]

/** A fault that follows from a seed: two kinds that take turns, from some request on. */
export function drawFaults(seed: number, count: number): Fault[] {
  const next = numbersOf(seed)
  const below = (count: number) => Math.floor(next() * count)
  const kinds = faults.filter(({ meets }) => !meets)
  const draw = (at: number): Fault => {
    const [one, other] = [kinds[below(kinds.length)], kinds[below(kinds.length)]]
    const [begins, turns] = [below(3), 1 + below(3)]
    let asked = 0
    return {
      name: `${at + 1}: ${one?.name ?? ''} and ${other?.name ?? ''} in turns of ${turns}, from request ${begins + 1} on`,
      act: (exchange) => {
        asked += 1
        const now = asked <= begins ? null : Math.floor((asked - begins - 1) / turns) % 2 === 0 ? one : other
        return now ? now.act(exchange) : exchange.pass()
      },
    }
  }
  return Array.from({ length: count }, (_, at) => draw(at))
}
