import type { ReactNode } from 'react'
import { listWindow } from '../../contract/lists/window.ts'
import { formatCount } from '../../i18n/formats.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PageTarget } from '../list-state.ts'
import { pageSizes } from '../list-state.ts'
import { Select } from '../toolbar/select.tsx'
import { nearPages, pagesAround } from './pages-around.ts'

type PaginationProps = {
  title: string
  list: {
    rows: readonly object[]
    total: number
    /** Null where nobody knows which one it is. */
    page: number | null
    /** How many pages have a number. */
    pages: number
    /** There are more than those: a first and a last one instead of all numbers. */
    isLong: boolean
    next: PageTarget | null
    previous: PageTarget | null
  }
  size: number
  onPage: (to: PageTarget) => void
  onSize: (size: number) => void
}

/** The foot of a table: which rows these are, the other pages, and how many rows a page has. */
export function Pagination({ title, list, size, onPage, onSize }: PaginationProps) {
  const t = useMessages('shared')
  const { page, pages, isLong, next, previous } = list
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
      <p aria-live="polite">{t(...rangeText(list, size, t))}</p>
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

function rangeText(
  { rows, total: count, isLong, page, next }: PaginationProps['list'],
  size: number,
  t: (...text: Text) => string,
): Text {
  const total = isLong ? t('list.moreTotal', { total: formatCount(listWindow) }) : formatCount(count)
  if (page === null)
    return next ? ['list.someRows', { rows: formatCount(rows.length), total }] : ['list.lastRows', { total }]
  const atMost = isLong ? Infinity : count
  const from = Math.min(atMost, (page - 1) * size + 1)
  const to = Math.min(atMost, page * size)
  return ['list.range', { from: formatCount(from), to: formatCount(to), total }]
}
