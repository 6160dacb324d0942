import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, Spin } from 'antd'
import { idOf } from '../api/record-fields.ts'
import { idIn, useSearchParams } from '../router/index.ts'
import type { PendingChanges } from '../realtime/reconcile.ts'
import { listWindow } from '../contract/lists/window.ts'
import { formatCount } from '../i18n/formats.ts'
import { messagesOf, useMessages } from '../i18n/messages.ts'
import { ChangesBadge } from '../ui/changes-badge.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageTitleProps } from '../ui/page-title.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { holdFocus } from '../ui/hold-focus.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { useShortcutsReady } from '../ui/shortcuts/registry.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { fieldOf } from './column.ts'
import type { Column, ListFilter } from './column.ts'
import type { LoadBulk } from './bulk/bulk-act.ts'
import { SetFilters } from './filters/filter-menu.tsx'
import { DownloadRows } from './toolbar/download-rows.tsx'
import { ListCards } from './rows/list-cards.tsx'
import { ListTable } from './rows/data-table.tsx'
import { ListToolbar } from './toolbar/list-toolbar.tsx'
import { LayoutMenu } from './layout/layout-menu.tsx'
import { ViewsMenu } from './views/views-menu.tsx'
import { useLayout } from './layout/use-layout.ts'
import { useListState } from './list-state.ts'
import type { PageTarget } from './list-state.ts'
import { Pagination } from './pagination/pagination.tsx'
import { useList } from './data/use-list.ts'
import type { ListSource } from './data/use-list.ts'
import { useWaiting } from './use-waiting.ts'
import './table.css'
import './rows/row-controls.css'

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
  /** What came, for who hears it, e.g. `2 new drivers`; `2 new entries` without it. */
  changesText?: (count: number) => string
  /** Where the server makes a CSV file of the list, with the parameters of its pages; no download without it. */
  filePath?: string
  /** What can be done to many rows at once; loaded when somebody begins to select. No selection without it. */
  bulk?: LoadBulk<Row> | undefined
  /** At the end of the toolbar. */
  extra?: ReactNode
  /** Modals and the like. */
  children?: ReactNode
}

const ListKeys = lazyWithRetry(async () => (await import('./keys/list-keys.tsx')).ListKeys, { isQuiet: true })

const noFilters: never[] = []
const words = messagesOf('shared')
const BulkMode = lazyWithRetry(async () => (await import('./bulk/bulk-mode.tsx')).BulkMode)

/**
 * With `id` in the address the list is that one record, with `notification` those of a bulk change; one filter more
 * says so, and leads back to all of them.
 */
function useRecordFilter<Row>(filters: readonly ListFilter<Row>[]): readonly ListFilter<Row>[] {
  const [params] = useSearchParams()
  const key = params.has('notification') ? 'notification' : 'id'
  const id = idIn(params, key)
  return useMemo(() => {
    if (id === null) return filters
    const [label, only] =
      key === 'id' ? [words('list.record'), words('list.onlyThis')] : [words('list.together'), words('list.onlyThese')]
    const options = [{ value: id, label: only }]
    const matches = (row: Row, value: string) => key === 'id' && idOf(fieldOf(row, '_id')) === value
    return [...filters, { key, label, chip: 'choice', options, matches }]
  }, [key, id, filters])
}

/**
 * A whole screen around one list call of SPEC §7: title bar, card, search, date filter, sortable striped table with
 * pages. Page, size, sort, search and filters live in the URL. Asks the server for one page when its answers carry
 * `meta`, else fetches the whole list once and does all of it in memory.
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const {
    page,
    title,
    subtitle,
    columns,
    filters: own = noFilters,
    defaultSort = '',
    searchHint,
    filePath,
    bulk,
    extra,
    children,
  } = props
  const t = useMessages('shared')
  const phone = useNarrow(600)
  const hasKeys = useShortcutsReady()
  const filters = useRecordFilter(own)
  const sortKeys = useMemo(() => columns.flatMap(({ sortKey }) => (sortKey === undefined ? [] : [sortKey])), [columns])
  const { state, change } = useListState({ sortKeys, defaultSort, filters })
  const list = useList({ ...props, filters }, state)
  const layout = useLayout(props.resource, columns)
  const counted = list.isLong
    ? t('list.moreEntries', { total: formatCount(listWindow) })
    : t('list.entries', { count: list.total, total: formatCount(list.total) })
  const [isSelecting, setSelecting] = useState(false)
  const [selectColumn, setSelectColumn] = useState<Column<never> | null>(null)
  // The same objects for most lists: each row is drawn again when its columns change.
  const shownColumns = useMemo(
    () => (selectColumn ? [selectColumn as Column<Row>, ...layout.arranged] : layout.arranged),
    [layout.arranged, selectColumn],
  )
  const filtered = state.q !== '' || state.date !== null || Object.keys(state.filters).length > 0
  const isBehind = state.page !== 'last' && state.page > list.pages
  const beyondEnd = isBehind && !list.loading && !list.outdated && list.total > 0
  useEffect(() => {
    if (list.isRefused) change({ page: 1, ...(list.isSortRefused && { sort: defaultSort }) }, 'replace')
    else if (beyondEnd) change({ page: list.pages }, 'replace')
  }, [list.isRefused, list.isSortRefused, beyondEnd, list.pages, change, defaultSort])
  const card = useRef<HTMLElement>(null)
  const ground = useRef<HTMLDivElement>(null)
  useWaiting(card, list.refreshing || list.outdated)
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const toTop = () => {
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' })
  }
  const goTo = (to: PageTarget) => {
    change(to)
    toTop()
  }
  const { pending } = list
  const isMoved = pending?.kind === 'moved'
  const showChanges = () => {
    if (pending?.kind === 'new' && list.newestFirst && list.page !== 1) change({ page: 1 })
    else list.showChanges()
    ground.current?.focus({ preventScroll: true })
    toTop()
  }
  const whatIsNew = ({ kind, count }: PendingChanges) =>
    kind === 'moved' ? t('list.moved') : (props.changesText?.(count) ?? t('list.new', { count }))
  const clear = () => change({ q: '', date: null, filters: Object.fromEntries(filters.map(({ key }) => [key, null])) })

  function body() {
    if (list.error)
      return <ErrorState what={title} error={list.error} onRetry={list.retry} retrying={list.refreshing} />
    if (list.loading)
      return (
        <div className="il-loading" role="status" aria-label={t('list.loading', { title })}>
          <Spin size="large" />
        </div>
      )
    if (list.total === 0 && filtered)
      return (
        <EmptyState
          title={t('list.noMatch')}
          text={t('list.noMatchText')}
          icon="filter"
          action={<Button onClick={clear}>{t('list.clearFilters')}</Button>}
        />
      )
    if (list.total === 0)
      return (
        <EmptyState
          title={props.emptyTitle ?? t('list.empty')}
          text={props.emptyText ?? t('list.emptyText')}
          icon="flag"
        />
      )
    const shown = { title, view: list.view, rows: list.rows, columns: shownColumns, changes: list.changes }
    return phone ? <ListCards {...shown} /> : <ListTable {...shown} sort={state.sort} onSort={onSort} layout={layout} />
  }

  return (
    <>
      <PageTitle {...page} />
      <section className="il-card" ref={card} aria-labelledby="il-list-title" data-density={layout.density}>
        <div className="il-list-top">
          <header className="il-card-header">
            <h2 id="il-list-title">{title}</h2>
            <p>{subtitle}</p>
            <ChangesBadge
              count={list.loading || list.error ? undefined : counted}
              text={pending && t(isMoved ? 'list.movedShort' : 'list.newShort', { total: formatCount(pending.count) })}
              said={pending && whatIsNew(pending)}
              action={t(isMoved ? 'list.update' : 'list.show')}
              onShow={showChanges}
            />
          </header>
          <ListToolbar
            {...{ title, columns: shownColumns, filters, state, change, searchHint }}
            extra={
              <>
                {extra}
                <ViewsMenu list={props.resource} state={state} layout={layout} />
                {bulk && (
                  <button
                    type="button"
                    className="il-tool il-select-rows"
                    aria-label={t('list.select')}
                    title={t('list.select')}
                    aria-pressed={isSelecting}
                    onClick={() => setSelecting(!isSelecting)}
                  >
                    <Icon id="check-check" />
                  </button>
                )}
                <LayoutMenu layout={layout} isPhone={phone} />
                {filePath !== undefined && (list.loading || list.paged) && (
                  <DownloadRows
                    {...{ title, resource: props.resource, path: filePath, query: list.query }}
                    disabled={list.total === 0}
                  />
                )}
              </>
            }
            refreshing={list.refreshing}
            onRefresh={list.retry}
            showSort={phone}
          />
        </div>
        <SetFilters {...{ filters, state, change }} />
        {bulk && isSelecting && (
          <BulkMode
            {...{ title, path: props.path, resource: props.resource, filePath, list, card }}
            load={bulk as LoadBulk<never>}
            onColumn={setSelectColumn}
            onLeave={() => setSelecting(false)}
          />
        )}
        <div
          className="il-list-body"
          ref={ground}
          tabIndex={-1}
          role="group"
          aria-labelledby="il-list-title"
          aria-busy={list.refreshing}
          data-outdated={list.outdated}
        >
          {list.refreshFailed && (
            <p ref={holdFocus} className="il-stale" role="status">
              {t('list.stale')}
              <Button size="small" onClick={list.retry} loading={list.refreshing}>
                {t('retry')}
              </Button>
            </p>
          )}
          {body()}
        </div>
        {list.total > 0 && !list.error && (
          <Pagination title={title} list={list} size={state.size} onPage={goTo} onSize={(size) => change({ size })} />
        )}
      </section>
      {hasKeys && <ListKeys {...{ card, ground, list }} onPage={goTo} />}
      {children}
    </>
  )
}
