import pLimit from 'p-limit'

/**
 * Does the same for each of many, four at once. When one fails, no further one is begun; it throws when those that run
 * are done.
 */
export async function inParallel<T, R>(many: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit({ concurrency: 4, rejectOnClear: true })
  const results = await Promise.allSettled(
    many.map((one) =>
      limit(async () => {
        try {
          return await act(one)
        } catch (error) {
          limit.clearQueue()
          throw error
        }
      }),
    ),
  )
  return results.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
