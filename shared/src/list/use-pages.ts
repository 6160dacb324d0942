import { useEffect } from 'react'
import { listWindow } from '../contract/lists/window.ts'
import type { ListState, PageTarget, useListState } from './list-state.ts'

/** The facts about the pages of a list that come with an answer of one of them. */
export type PageFacts = {
  total: number
  /** 1-based; null where the server does not know which page a cursor names. */
  page: number | null
  /** How many pages can be asked for by number. */
  pages: number
  /** There are rows behind those pages, nobody says how many: they are reached by cursor, and from the end. */
  isLong: boolean
  /** Cursors of the server. */
  next?: string | undefined
  previous?: string | undefined
}

/** How many pages of this size the window of a long list has. */
export const windowPages = (size: number): number => Math.floor(listWindow / size)

type Answered = Pick<PageFacts, 'total' | 'page' | 'next' | 'previous'>

/** Where the server pages, numbers reach the first `listWindow` rows, and a larger total says no more than that. */
export function pageFacts(
  { page: wanted, cursor, size }: Pick<ListState, 'page' | 'cursor' | 'size'>,
  { total, page, next, previous }: Answered,
  isPaged: boolean,
): PageFacts {
  const isLong = isPaged && total > listWindow
  const pages = Math.max(1, isLong ? windowPages(size) : Math.ceil(total / size))
  const shown = () => {
    if (cursor !== null) return page
    if (wanted === 'last') return isLong ? page : pages
    return Math.min(wanted, pages)
  }
  return { total, page: shown(), pages, isLong, next, previous }
}

/** The pages of a list as they stand below it: where one is, and where one can go from there. */
export type Pages = Pick<PageFacts, 'total' | 'page' | 'pages' | 'isLong'> & {
  next: PageTarget | null
  previous: PageTarget | null
}

type Shown = {
  facts: PageFacts | undefined
  isOutdated: boolean
  /** The server does not know this page any more. */
  isRefused: boolean
}

/** The pages around the one that the address names. A page that is not there leads to one that is. */
export function usePages({ state, change }: ReturnType<typeof useListState>, shown: Shown): Pages {
  const { facts, isOutdated, isRefused } = shown
  const { total = 0, pages = 1, isLong = false } = facts ?? {}
  const { page: wanted, cursor } = state
  const isNumbered = cursor === null && wanted !== 'last'
  const isBeyond = isNumbered && wanted > pages && !isOutdated && total > 0
  useEffect(() => {
    if (isRefused) change({ page: 1 }, 'replace')
    else if (isBeyond) change({ page: pages }, 'replace')
  }, [isRefused, isBeyond, pages, change])

  const page = isNumbered ? Math.min(wanted, pages) : (facts?.page ?? null)
  // While another page loads, the known cursors are those of the page before.
  const byCursor = (cursor: string | undefined) => (cursor === undefined || isOutdated ? null : { cursor })
  return {
    total,
    page,
    pages,
    isLong,
    next: page !== null && page < pages ? { page: page + 1 } : byCursor(facts?.next),
    previous: page !== null && page > 1 && page <= pages + 1 ? { page: page - 1 } : byCursor(facts?.previous),
  }
}
