const atOnce = 4

/** Does the same for each of many, four at once. When one fails, no further one is begun; it throws when those that run are done. */
export async function inParallel<T, R>(many: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = many.entries()
  let failed = false
  const work = async () => {
    for (const [index, one] of waiting) {
      if (failed) return
      results[index] = await act(one).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return results
}
