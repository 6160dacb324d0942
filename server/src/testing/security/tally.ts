import { expect, type TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How much a test tried, and how much of it went otherwise than it must. */
    tried?: number
    deviations?: number
  }
}

const mostNamed = 10

/** Counts what a test tries. `npm run test:security` prints the sums; `close` fails the test and names deviations. */
export function openTally({ meta }: { meta: TaskMeta }) {
  const deviations: string[] = []
  let tried = 0
  return {
    count(isRight: boolean, describe: () => string) {
      tried += 1
      if (!isRight) deviations.push(describe())
    },
    close() {
      meta.tried = tried
      meta.deviations = deviations.length
      expect(tried).toBeGreaterThan(0)
      expect(deviations.slice(-mostNamed), `${deviations.length} of ${tried} went otherwise`).toEqual([])
    },
  }
}

export type Tally = ReturnType<typeof openTally>
