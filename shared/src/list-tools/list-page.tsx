import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatCount } from '../i18n/formats.ts'
import { t } from '../i18n/texts.ts'
import { listWindow } from '../contract/lists/window.ts'
import type { PendingChanges } from '../realtime/reconcile.ts'
import { ChangesBadge } from '../ui/changes-badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Popover } from '../ui/popover.tsx'
import type { PageTitleProps } from '../ui/page-title.tsx'
import { useShortcutsReady } from '../ui/shortcuts/registry.ts'
import { useNarrow } from '../ui/use-media.ts'
import type { Column, ListFilter } from '../list/column.ts'
import { useListQuery } from '../list/data/use-list-query.ts'
import type { ListSource } from '../list/data/use-list-query.ts'
import { useSteadyRows } from '../list/data/use-steady-rows.ts'
import { useListState } from '../list/list-state.ts'
import type { PageTarget } from '../list/list-state.ts'
import { Pagination } from '../list/pagination/pagination.tsx'
import { ListTable } from '../list/rows/data-table.tsx'
import { ListCards } from '../list/rows/list-cards.tsx'
import { DownloadRows } from '../list/toolbar/download-rows.tsx'
import { usePages } from '../list/use-pages.ts'
import { useWaiting } from '../list/use-waiting.ts'
import type { LoadBulk } from './bulk/bulk-act.ts'
import { SetFilters } from './filters/filter-menu.tsx'
import { useRecordFilter } from './filters/use-record-filter.ts'
import type { LayoutFormProps } from './layout/layout-form.tsx'
import { useLayout } from './layout/use-layout.ts'
import type { ListLayout } from './layout/use-layout.ts'
import { ListBody } from './list-body.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ViewsMenu } from './views/views-menu.tsx'
import '../list/table.css'
import '../list/rows/row-controls.css'

/**
 * `columns`, `filters` and `searchText` must be the same objects on every render (define them outside the component, or
 * with useMemo): what is computed from 100,000 rows is kept as long as they are.
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
  /** The text of new rows for a screen reader, e.g. `2 new drivers`; `2 new entries` without it. */
  changesText?: (count: number) => string
  /** The server's CSV file of the list, which takes the parameters of its pages; no download without it. */
  filePath?: string
  /** The acts on many rows at once; loaded when somebody begins to select. No selection without it. */
  bulk?: LoadBulk<Row> | undefined
  /** At the end of the toolbar. */
  extra?: ReactNode
  /** Modals and the like. */
  children?: ReactNode
}

const ListKeys = lazyWithRetry(async () => (await import('./keys/list-keys.tsx')).ListKeys, { isQuiet: true })
const LayoutForm = lazyWithRetry<LayoutFormProps<unknown>>(
  async () => (await import(/* webpackChunkName: "list-tools" */ './layout/layout-form.tsx')).LayoutForm,
)
const BulkMode = lazyWithRetry(async () => (await import('./bulk/bulk-mode.tsx')).BulkMode)

const noFilters: never[] = []
const noRows: never[] = []

/**
 * A whole screen around one list call of SPEC §7: title bar, card, search, date filter, sortable striped table with
 * pages. Page, size, sort, search and filters live in the URL. Asks the server for one page when its answers carry
 * `meta`, else fetches the whole list once and does all of it in memory.
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, resource, path, columns, defaultSort = '', filePath, bulk } = props
  const filters = useRecordFilter(props.filters ?? noFilters)
  const sortKeys = useMemo(() => columns.flatMap(({ sortKey }) => (sortKey === undefined ? [] : [sortKey])), [columns])
  const address = useListState({ sortKeys, defaultSort, filters })
  const { state, change } = address
  const query = useListQuery({ ...props, filters }, state)
  const steady = useSteadyRows(props, state, query)
  const pages = usePages(address, { ...steady, isRefused: query.isRefused })
  const layout = useLayout(props.id, columns)

  const phone = useNarrow(600)
  const hasKeys = useShortcutsReady()
  const [isSelecting, setSelecting] = useState(false)
  const [selectColumn, setSelectColumn] = useState<Column<never> | null>(null)
  // The same objects for most lists: each row is drawn again when its columns change.
  const shownColumns = useMemo(
    () => (selectColumn ? [selectColumn as Column<Row>, ...layout.arranged] : layout.arranged),
    [layout.arranged, selectColumn],
  )
  const card = useRef<HTMLElement>(null)
  const ground = useRef<HTMLDivElement>(null)
  useWaiting(card, query.isFetching || steady.isOutdated)

  const isLoading = query.isLoading || (steady.rows === null && !query.error)
  const rows = steady.rows ?? noRows
  const shown = { title, rows, columns: shownColumns, queryHash: steady.queryHash, changes: steady.changes }
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const toTop = () => {
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' })
  }
  const goTo = (to: PageTarget) => {
    change(to)
    toTop()
  }
  const showChanges = () => {
    if (steady.pending?.kind === 'new' && steady.facts?.newestFirst && pages.page !== 1) change({ page: 1 })
    else steady.showChanges()
    ground.current?.focus({ preventScroll: true })
    toTop()
  }
  const counted = pages.isLong
    ? t('list.moreEntries', { total: formatCount(listWindow) })
    : t('list.entries', { count: pages.total, total: formatCount(pages.total) })

  return (
    <>
      <PageTitle {...props.page} />
      <section className="il-card" ref={card} aria-labelledby="il-list-title" data-density={layout.density}>
        <div className="il-list-top">
          <header className="il-card-header">
            <h2 id="il-list-title">{title}</h2>
            <p>{props.subtitle}</p>
            <ChangesBadge
              count={isLoading || query.error ? undefined : counted}
              {...changesIn(steady.pending, props.changesText)}
              onShow={showChanges}
            />
          </header>
          <ListToolbar
            {...{ title, columns: shownColumns, filters, state, change, searchHint: props.searchHint }}
            showSort={phone}
            refreshing={query.isFetching}
            onRefresh={query.reload}
          >
            {props.extra}
            <ViewsMenu {...{ state, defaultSort, layout }} />
            {bulk && (
              <button
                type="button"
                className="il-button il-button-square il-select-rows"
                aria-label={t('list.select')}
                title={t('list.select')}
                aria-pressed={isSelecting}
                onClick={() => setSelecting(!isSelecting)}
              >
                <Icon id="check-check" />
              </button>
            )}
            <Popover label={t('list.layout')} className="il-button il-button-square" button={<Icon id="settings" />}>
              {() => <LayoutForm layout={layout as ListLayout<unknown>} isPhone={phone} />}
            </Popover>
            {filePath !== undefined && (isLoading || query.isPaged) && (
              <DownloadRows
                {...{ title, resource, path: filePath, query: query.pageQuery }}
                disabled={pages.total === 0}
              />
            )}
          </ListToolbar>
        </div>
        <SetFilters {...{ filters, state, change }} />
        {bulk && isSelecting && (
          <BulkMode
            {...{ title, path, resource, filePath, card }}
            list={{ ...query, rows, total: pages.total }}
            load={bulk as LoadBulk<never>}
            onColumn={setSelectColumn}
            onLeave={() => setSelecting(false)}
          />
        )}
        <ListBody
          {...{ ground, title, query, isLoading, filters, state, change }}
          isOutdated={steady.isOutdated}
          total={pages.total}
          emptyTitle={props.emptyTitle}
          emptyText={props.emptyText}
        >
          {phone ? <ListCards {...shown} /> : <ListTable {...shown} sort={state.sort} onSort={onSort} />}
        </ListBody>
        {pages.total > 0 && !query.error && (
          <Pagination
            {...{ title, pages, rows: rows.length, size: state.size }}
            onPage={goTo}
            onSize={(size) => change({ size })}
          />
        )}
      </section>
      {hasKeys && <ListKeys {...{ card, ground, pages }} onPage={goTo} />}
      {props.children}
    </>
  )
}

/** The changes of others that would move rows: in short, and for a screen reader. */
function changesIn(pending: PendingChanges | null, changesText: ListPageProps<never>['changesText']) {
  if (pending === null) return { text: null, said: null, action: '' }
  if (pending.kind === 'moved') return { text: t('list.movedShort'), said: t('list.moved'), action: t('list.update') }
  const { count } = pending
  return {
    text: t('list.newShort', { total: formatCount(count) }),
    said: changesText?.(count) ?? t('list.new', { count }),
    action: t('list.show'),
  }
}
