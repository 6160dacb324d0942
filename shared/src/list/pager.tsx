import { useMessages } from '../messages.ts'
import { Icon } from '../ui/icon.tsx'
import { Choice } from './choice.tsx'
import { pageSizes } from './list-state.ts'

type PagerProps = {
  title: string
  page: number
  pages: number
  size: number
  total: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** The foot of a table: which rows these are, the other pages, and how many rows a page has. */
export function Pager({ title, page, pages, size, total, onPage, onSize }: PagerProps) {
  const say = useMessages('shared')
  const range = { from: Math.min(total, (page - 1) * size + 1), to: Math.min(total, page * size), total }
  return (
    <div className="il-pager">
      <p aria-live="polite">{say('list.range', range)}</p>
      <nav aria-label={say('list.pages', { title })}>
        <ul>
          <li>
            <button type="button" aria-label={say('list.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
              <Icon id="chevron-left" />
            </button>
          </li>
          {pagesAround(page, pages).map((entry, at) =>
            entry === null ? (
              <li key={`gap-${at}`} aria-hidden="true" className="il-pager-gap">
                …
              </li>
            ) : (
              <li key={entry}>
                <button
                  type="button"
                  aria-label={say('list.page', { page: entry })}
                  {...(entry === page && { 'aria-current': 'page' as const })}
                  onClick={() => onPage(entry)}
                >
                  {entry}
                </button>
              </li>
            ),
          )}
          <li>
            <button type="button" aria-label={say('list.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
              <Icon id="chevron-right" />
            </button>
          </li>
        </ul>
      </nav>
      <Choice
        label={say('list.rowsPerPage')}
        value={size}
        onChange={onSize}
        options={pageSizes.map((rows) => ({ value: rows, label: `${rows} / page` }))}
      />
    </div>
  )
}

/** First, last and the neighbours of the current page; null where pages are left out. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at + 1)
  const from = Math.max(2, Math.min(page - 1, pages - 4))
  const to = Math.min(pages - 1, Math.max(page + 1, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages]
}
