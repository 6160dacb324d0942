/** First, last and the neighbours of the current page; null where pages are left out. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, pages - 4))
  const to = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages]
}

const near = 3

/** The numbers near a page of a list that is longer than its numbers reach; none near a page without a number. */
export function nearPages(page: number | null, pages: number): (number | null)[] {
  if (page === null || page > pages) return [null]
  const from = Math.max(1, Math.min(page - 1, pages - near + 1))
  return [...Array.from({ length: Math.min(near, pages) }, (_, at) => from + at), null]
}
