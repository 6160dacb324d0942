import { listWindow } from '../contract/lists/window.ts'
import type { ListState, PageTarget } from './list-state.ts'

/** What is known of the pages of a list, with an answer of one of them. */
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

type Answered = {
  total: number
  page: number | null
  next?: string | undefined
  previous?: string | undefined
}

/** `hasWindow`: numbers reach the first `listWindow` rows only, and a larger total says no more than that. */
export function pageFacts(
  { page: wanted, cursor, size }: Pick<ListState, 'page' | 'cursor' | 'size'>,
  { total, page, next, previous }: Answered,
  hasWindow: boolean,
): PageFacts {
  const isLong = hasWindow && total > listWindow
  const pages = Math.max(1, isLong ? windowPages(size) : Math.ceil(total / size))
  const shown = () => {
    if (cursor !== null) return page
    if (wanted === 'last') return isLong ? page : pages
    return Math.min(wanted, pages)
  }
  return { total, page: shown(), pages, isLong, next, previous }
}

/** The neighbours of a page: by number as long as there is one, else by cursor; null where there is none. */
export function neighbours({ page, pages, next, previous }: Omit<PageFacts, 'total' | 'isLong'>): {
  next: PageTarget | null
  previous: PageTarget | null
} {
  const byCursor = (cursor: string | undefined) => (cursor === undefined ? null : { cursor })
  return {
    next: page !== null && page < pages ? { page: page + 1 } : byCursor(next),
    previous: page !== null && page > 1 && page <= pages + 1 ? { page: page - 1 } : byCursor(previous),
  }
}
