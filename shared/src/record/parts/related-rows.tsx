import type { ReactNode } from 'react'
import { Button, Skeleton } from '../../ui/index.ts'
import { formatTotal } from '../../i18n/formats.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useFocusOnNewRows } from '../../ui/feedback/use-focus-on-new-rows.ts'
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
  const { rows, total, hasMore, isRetrying, isLoadingMore, error, moreError, loadMore, retry } = parts
  const { list, focusOn } = useFocusOnNewRows<HTMLUListElement>(rows.length)
  return (
    <RecordSection title={title} count={total ? formatTotal(total) : undefined}>
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
          onClick={() => void loadMore().then(focusOn)}
          loading={isLoadingMore && afterAMoment}
        >
          {t('more')}
        </Button>
      )}
    </RecordSection>
  )
}
