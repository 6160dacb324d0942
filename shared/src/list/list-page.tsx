import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button, Spin } from 'antd'
import type { News } from '../live/standing.ts'
import { useMessages } from '../messages.ts'
import { NewsPill } from '../ui/news-pill.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageTitleProps } from '../ui/page-title.tsx'
import { RegionEmpty } from '../ui/region-empty.tsx'
import { RegionFailed } from '../ui/region-failed.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import type { ListFilter } from './column.ts'
import { DownloadRows } from './download-rows.tsx'
import { ListCards } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useListState } from './list-state.ts'
import { Pager } from './pager.tsx'
import { useList } from './use-list.ts'
import type { ListSource } from './use-list.ts'
import { useWaiting } from './use-waiting.ts'
import './list.css'
import './row-controls.css'

/**
 * `columns`, `filters`, `searchText` and `createdAt` must be the same objects on every render (define them outside the
 * component, or with useMemo): what is computed from 100,000 rows is kept as long as they are.
 */
export type ListPageProps<Row> = Omit<ListSource<Row>, 'filters'> & {
  /** Title bar of the page (SPEC §2), e.g. title `Drivers`, parent `Dashboard`. */
  page: PageTitleProps
  /** Heading of the card, e.g. `Drivers List`, and the line under it. */
  title: string
  subtitle: string
  filters?: readonly ListFilter<Row>[]
  /** A `sortKey`, with `-` in front for descending: the order when the URL names none. As delivered when absent. */
  defaultSort?: string
  searchHint?: string
  emptyTitle?: string
  emptyText?: string
  /** What came, e.g. `2 new drivers`; `2 new entries` without it. */
  newsText?: (count: number) => string
  /** Where the server makes a CSV file of the list, with the parameters of its pages; no download without it. */
  filePath?: string
  /** At the end of the toolbar. */
  extra?: ReactNode
  /** Modals and the like. */
  children?: ReactNode
}

const noFilters: never[] = []

/**
 * A whole screen around one list call of SPEC §7: title bar, card, search, date filter, sortable striped table with pages.
 * Page, size, sort, search and filters live in the URL. Asks the server for one page when its answers carry `meta`, else fetches
 * the whole list once and does all of it in memory.
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { page, title, subtitle, columns, filters = noFilters, defaultSort = '', searchHint, filePath, extra, children } = props
  const say = useMessages('shared')
  const phone = useNarrow(600)
  const sortKeys = useMemo(() => columns.flatMap(({ sortKey }) => (sortKey === undefined ? [] : [sortKey])), [columns])
  const { state, change } = useListState({ sortKeys, defaultSort, filters })
  const list = useList({ ...props, filters }, state)
  const filtered = state.q !== '' || state.date !== null || Object.keys(state.filters).length > 0
  const beyondEnd = !list.loading && !list.outdated && list.total > 0 && state.page > list.pages
  useEffect(() => {
    if (beyondEnd) change({ page: list.pages }, 'replace')
  }, [beyondEnd, list.pages, change])
  const card = useRef<HTMLElement>(null)
  const ground = useRef<HTMLDivElement>(null)
  useWaiting(card, list.refreshing || list.outdated)
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const toTop = () => {
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' })
  }
  const turnTo = (to: number) => {
    change({ page: to })
    toTop()
  }
  const { news } = list
  const showNews = () => {
    if (news?.kind === 'new' && list.newestFirst && list.page > 1) change({ page: 1 })
    else list.showNews()
    ground.current?.focus({ preventScroll: true })
    toTop()
  }
  const whatIsNew = ({ kind, count }: News) => (kind === 'moved' ? say('list.moved') : (props.newsText?.(count) ?? say('list.new', { count })))
  const clear = () => change({ q: '', date: null, filters: Object.fromEntries(filters.map(({ key }) => [key, null])) })

  function body() {
    if (list.error) return <RegionFailed what={title} error={list.error} onRetry={list.retry} retrying={list.refreshing} />
    if (list.loading)
      return (
        <div className="il-loading" role="status" aria-label={say('list.loading', { title })}>
          <Spin size="large" />
        </div>
      )
    if (list.total === 0 && filtered)
      return (
        <RegionEmpty
          title={say('list.noMatch')}
          text={say('list.noMatchText')}
          icon="filter"
          action={<Button onClick={clear}>{say('list.clearFilters')}</Button>}
        />
      )
    if (list.total === 0) return <RegionEmpty title={props.emptyTitle ?? say('list.empty')} text={props.emptyText ?? say('list.emptyText')} icon="flag" />
    const shown = { title, rows: list.rows, columns, changes: list.changes }
    return phone ? <ListCards {...shown} /> : <ListTable {...shown} sort={state.sort} onSort={onSort} />
  }

  return (
    <>
      <PageTitle {...page} />
      <section className="il-card" ref={card} aria-labelledby="il-list-title">
        <NewsPill text={news && whatIsNew(news)} action={say(news?.kind === 'moved' ? 'list.update' : 'list.show')} onShow={showNews} />
        <header className="il-card-header">
          <div>
            <h2 id="il-list-title">{title}</h2>
            <p>{subtitle}</p>
          </div>
          {!list.loading && !list.error && <span className="il-count">{say(list.estimated ? 'list.about' : 'list.entries', { count: list.total })}</span>}
        </header>
        <ListToolbar
          {...{ title, columns, filters, state, change, searchHint }}
          extra={
            <>
              {extra}
              {filePath !== undefined && (list.loading || list.paged) && (
                <DownloadRows {...{ title, noun: props.noun, path: filePath, asked: list.asked }} disabled={list.total === 0} />
              )}
            </>
          }
          refreshing={list.refreshing}
          onRefresh={list.retry}
          showSort={phone}
        />
        <div className="il-list-body" ref={ground} tabIndex={-1} role="group" aria-labelledby="il-list-title" aria-busy={list.refreshing} data-outdated={list.outdated}>
          {list.refreshFailed && (
            <p className="il-stale" role="status">
              {say('list.stale')}
              <Button size="small" onClick={list.retry} loading={list.refreshing}>
                {say('retry')}
              </Button>
            </p>
          )}
          {body()}
        </div>
        {list.total > 0 && !list.error && (
          <Pager
            title={title}
            page={list.page}
            pages={list.pages}
            size={state.size}
            total={list.total}
            onPage={turnTo}
            onSize={(size) => change({ size })}
          />
        )}
      </section>
      {children}
    </>
  )
}
