import type { ReactNode, RefObject } from 'react'
import { Button, Spin } from 'antd'
import { t } from '../i18n/texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { holdFocus } from '../ui/hold-focus.ts'
import type { ListFilter } from '../list/column.ts'
import type { ListQuery } from '../list/data/use-list-query.ts'
import type { ListState, useListState } from '../list/list-state.ts'

type ListBodyProps<Row extends object> = {
  title: string
  /** The element around the rows; it takes the focus when other rows are shown. */
  ground: RefObject<HTMLDivElement | null>
  query: Pick<ListQuery<Row>, 'error' | 'reloadFailed' | 'isFetching' | 'reload'>
  isLoading: boolean
  isOutdated: boolean
  total: number
  filters: readonly ListFilter<Row>[]
  state: ListState
  change: ReturnType<typeof useListState>['change']
  emptyTitle: string | undefined
  emptyText: string | undefined
  /** The rows. */
  children: ReactNode
}

/** The rows of a list, or why there are none. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { query, ground, isOutdated } = props
  return (
    <div
      className="il-list-body"
      ref={ground}
      tabIndex={-1}
      role="group"
      aria-labelledby="il-list-title"
      aria-busy={query.isFetching}
      data-outdated={isOutdated}
    >
      {query.reloadFailed && (
        <p ref={holdFocus} className="il-note il-note-bar il-stale" role="status">
          <span>{t('list.stale')}</span>
          <Button size="small" onClick={query.reload} loading={query.isFetching}>
            {t('retry')}
          </Button>
        </p>
      )}
      <Content {...props} />
    </div>
  )
}

function Content<Row extends object>(props: ListBodyProps<Row>) {
  const { title, query, isLoading, total, filters, state, change, children } = props
  if (query.error)
    return <ErrorState what={title} error={query.error} onRetry={query.reload} retrying={query.isFetching} />
  if (isLoading)
    return (
      <div className="il-loading" role="status" aria-label={t('list.loading', { title })}>
        <Spin size="large" />
      </div>
    )
  if (total > 0) return children
  if (state.q === '' && state.date === null && Object.keys(state.filters).length === 0)
    return (
      <EmptyState
        title={props.emptyTitle ?? t('list.empty')}
        text={props.emptyText ?? t('list.emptyText')}
        icon="flag"
      />
    )
  const clear = () => change({ q: '', date: null, filters: Object.fromEntries(filters.map(({ key }) => [key, null])) })
  return (
    <EmptyState
      title={t('list.noMatch')}
      text={t('list.noMatchText')}
      icon="filter"
      action={<Button onClick={clear}>{t('list.clearFilters')}</Button>}
    />
  )
}
