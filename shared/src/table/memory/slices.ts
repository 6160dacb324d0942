/** Work that can pause at each `yield` and go on later. */
export type Work<Result> = Generator<undefined, Result>

const sliceMs = 10

/** Does it all at once. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/**
 * Does it in slices short enough that the page answers in between. The result, or undefined once `signal` is aborted.
 */
export async function inSlices<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result | undefined> {
  while (!signal.aborted) {
    const end = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await nextTask()
  }
  return undefined
}

// Safari has no scheduler; a timer takes a few milliseconds longer.
const nextTask = (): Promise<void> =>
  typeof scheduler === 'object' && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve))
