import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, Skeleton } from '../../ui/index.ts'
import { formatCount } from '../../i18n/formats.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { t } from '../messages.ts'
import { RecordSection } from '../record-section.tsx'
import type { Parts } from '../use-record.ts'

type RelatedRowsProps<Row> = {
  title: string
  /** As the subject of `… could not be loaded`. */
  what: string
  none: string
  parts: Parts<Row>
  /** Above the rows. */
  before?: ReactNode
  keyOf: (row: Row, at: number) => string
  children: (row: Row) => ReactNode
}

/** The rows of another list that belong to a record, part by part. */
export function RelatedRows<Row>({ title, what, none, parts, before, keyOf, children }: RelatedRowsProps<Row>) {
  const { rows, total, isEstimate, hasMore, isRetrying, isLoadingMore, error, moreError, loadMore, retry } = parts
  const list = useRef<HTMLUListElement>(null)
  const [came, setCame] = useState<number | null>(null)

  // The button may go with the last part: the focus goes on with the first row that came, unless it went elsewhere.
  useEffect(() => {
    const next = came === null ? null : list.current?.children[came]
    if (!(next instanceof HTMLElement)) return
    setCame(null)
    const at = document.activeElement
    if (at !== document.body && !list.current?.parentElement?.contains(at)) return
    next.tabIndex = -1
    next.focus({ preventScroll: true })
  }, [came, rows.length])

  const count = total === undefined || total === 0 ? undefined : formatCount(total)
  return (
    <RecordSection title={title} count={count && isEstimate ? t('countAbout', { count }) : count}>
      {before}
      {isRetrying ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : error !== null ? (
        <ErrorState what={what} error={error} onRetry={retry} />
      ) : rows.length === 0 ? (
        <p className="il-record-none">{none}</p>
      ) : (
        <ul className="il-record-rows" ref={list}>
          {rows.map((row, at) => (
            <li key={keyOf(row, at)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {moreError !== null && <ErrorState what={t('nextOnes')} error={moreError} />}
      {hasMore && (
        <Button
          type="link"
          className="il-record-more"
          aria-label={t('moreOf', { title })}
          onClick={() => void loadMore().then(setCame)}
          loading={isLoadingMore && afterAMoment}
        >
          {t('more')}
        </Button>
      )}
    </RecordSection>
  )
}
