import type { ReactNode } from 'react'
import { Button, Skeleton } from '../ui/index.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { isApiError } from '../api/api-error.ts'
import { Link } from '../router/index.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { holdFocus } from '../ui/hold-focus.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageTitleProps } from '../ui/page-title.tsx'
import { t } from './messages.ts'
import './record.css'

type RecordPageProps<Data> = {
  /** The kind of record, e.g. `Driver`. */
  kind: string
  /** The list that it stands in. */
  list: { title: string; to: string }
  dashboard: string
  record: UseQueryResult<Data>
  /** What else the page shows at first: it stands as a whole, so that nothing moves. */
  parts: readonly { isLoading: boolean }[]
  titleOf: (record: Data) => string
  children: (record: Data) => ReactNode
}

/** The page of one record, at an address of its own: while it loads, when nobody knows the id, and when it is there. */
export function RecordPage<Data>(props: RecordPageProps<Data>) {
  const { kind, list, dashboard, record, parts, titleOf, children } = props
  const { data, error, isFetching, refetch } = record
  const title = (current: string): PageTitleProps => ({
    title: current,
    parent: { title: dashboard, to: '/' },
    subParent: list,
    current: kind,
  })
  if (data === undefined && isUnknown(error))
    return (
      <>
        <PageTitle {...title(t('unknown', { what: kind.toLowerCase() }))} />
        <div className="il-card">
          <EmptyState
            title={t('unknown', { what: kind.toLowerCase() })}
            text={t('unknownText')}
            action={<Link to={list.to}>{list.title}</Link>}
          />
        </div>
      </>
    )
  if (data === undefined && error)
    return (
      <>
        <PageTitle {...title(kind)} />
        <div className="il-card">
          <ErrorState what={kind} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      </>
    )
  if (data === undefined || parts.some(({ isLoading }) => isLoading))
    return (
      <>
        <PageTitle {...title(data === undefined ? kind : titleOf(data))} />
        <div className="il-card il-record-loading" role="status" aria-label={t('loading', { what: kind })}>
          <Skeleton active title={false} avatar paragraph={{ rows: 8 }} />
        </div>
      </>
    )
  return (
    <>
      <PageTitle {...title(titleOf(data))} />
      {error && (
        <p ref={holdFocus} className="il-record-stale" role="status">
          {t('stale')}
          <Button size="small" onClick={() => void refetch()} loading={isFetching}>
            {t('retry')}
          </Button>
        </p>
      )}
      <div className="il-record">{children(data)}</div>
    </>
  )
}

/** An id of another form is as unknown as one that nobody has. */
const isUnknown = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 400)
