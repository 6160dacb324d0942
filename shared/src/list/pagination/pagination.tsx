import type { ReactNode } from 'react'
import { listWindow, pageSizes } from '../../contract/lists/window.ts'
import { formatCount } from '../../i18n/formats.ts'
import { t } from '../../i18n/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PageTarget } from '../list-state.ts'
import type { Pages } from '../use-pages.ts'
import { Select } from '../toolbar/select.tsx'

type PaginationProps = {
  title: string
  /** A long list has a first and a last page instead of all numbers. */
  pages: Pages
  /** The number of rows that are shown, and of those that a page has. */
  rows: number
  size: number
  onPage: (to: PageTarget) => void
  onSize: (size: number) => void
}

/** The foot of a table: which rows these are, the other pages, and how many rows a page has. */
export function Pagination({ title, pages: around, rows, size, onPage, onSize }: PaginationProps) {
  const { page, pages, isLong, next, previous } = around
  const numbers = isLong ? nearPages(page, pages) : pagesAround(page ?? 1, pages)
  const pageButton = (label: string, to: PageTarget | null, content: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      disabled={to === null}
      {...(to && 'page' in to && to.page === page && { 'aria-current': 'page' as const })}
      onClick={() => to && onPage(to)}
    >
      {content}
    </button>
  )
  return (
    <div className="il-pagination">
      <p aria-live="polite">{t(...rangeText(around, rows, size))}</p>
      <nav aria-label={t('list.pages', { title })}>
        <ul>
          {isLong && <li>{pageButton(t('list.first'), previous && { page: 1 }, <Icon id="chevrons-left" />)}</li>}
          <li>{pageButton(t('list.previous'), previous, <Icon id="chevron-left" />)}</li>
          {numbers.map((entry, at) =>
            entry === null ? (
              <li key={`gap-${at}`} aria-hidden="true" className="il-pagination-gap">
                …
              </li>
            ) : (
              <li key={entry}>{pageButton(t('list.page', { page: entry }), { page: entry }, entry)}</li>
            ),
          )}
          <li>{pageButton(t('list.next'), next, <Icon id="chevron-right" />)}</li>
          {isLong && <li>{pageButton(t('list.last'), next && { page: 'last' }, <Icon id="chevrons-right" />)}</li>}
        </ul>
      </nav>
      <Select
        label={t('list.rowsPerPage')}
        value={size}
        onChange={onSize}
        options={pageSizes.map((rows) => ({ value: rows, label: t('list.perPage', { rows }) }))}
      />
    </div>
  )
}

type Text = [key: string, values: Record<string, string>]

function rangeText({ total: count, isLong, page, next }: Pages, rows: number, size: number): Text {
  const total = isLong ? t('list.moreTotal', { total: formatCount(listWindow) }) : formatCount(count)
  if (page === null) return next ? ['list.someRows', { rows: formatCount(rows), total }] : ['list.lastRows', { total }]
  const atMost = isLong ? Infinity : count
  const from = Math.min(atMost, (page - 1) * size + 1)
  const to = Math.min(atMost, page * size)
  return ['list.range', { from: formatCount(from), to: formatCount(to), total }]
}

/** First, last and the neighbours of the current page; null where pages are left out. */
function pagesAround(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, pages - 4))
  const to = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages]
}

const near = 3

/** The numbers near a page of a list that is longer than its numbers reach; none near a page without a number. */
function nearPages(page: number | null, pages: number): (number | null)[] {
  if (page === null || page > pages) return [null]
  const from = Math.max(1, Math.min(page - 1, pages - near + 1))
  return [...Array.from({ length: Math.min(near, pages) }, (_, at) => from + at), null]
}
