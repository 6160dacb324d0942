import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/**
 * Loads the page after the last one; false when it did not come. A query that is read again because of a change cancels
 * this page, and this page would cancel that reading: it waits for it, and asks once more.
 */
export async function loadNextPage<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>): Promise<boolean> {
  const pages = query.data?.pages.length ?? 0
  for (;;) {
    const result = await query.fetchNextPage({ cancelRefetch: false })
    if (result.isError || !result.data) return false
    if (result.data.pages.length > pages) return true
    if (!result.hasNextPage) return false
  }
}
