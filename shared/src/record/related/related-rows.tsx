import type { ReactNode } from 'react'
import { Button, Skeleton } from '../../ui/index.ts'
import { loadNextPage } from '../../api/load-next-page.ts'
import { formatTotal } from '../../i18n/formats.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useFocusOnNewRows } from '../../ui/feedback/use-focus-on-new-rows.ts'
import { afterAMoment } from '../../ui/loading-delay.ts'
import { t } from '../messages.ts'
import { RecordSection } from '../record-section.tsx'
import { rowsOf } from '../use-record.ts'
import type { RelatedList } from '../use-record.ts'

type RelatedRowsProps<Row> = {
  title: string
  /** As the subject of `… could not be loaded`. */
  what: string
  none: string
  related: RelatedList<Row>
  /** Above the rows. */
  before?: ReactNode
  keyOf: (row: Row, at: number) => string
  children: (row: Row) => ReactNode
}

/** The rows of another list that belong to a record, some at a time. */
export function RelatedRows<Row>({ title, what, none, related, before, keyOf, children }: RelatedRowsProps<Row>) {
  const { data, error, isFetchingNextPage } = related
  const rows = rowsOf(related)
  const total = data?.pages[0]?.total
  const { list, focusOn } = useFocusOnNewRows<HTMLUListElement>(rows.length)
  return (
    <RecordSection title={title} count={total ? formatTotal(total) : undefined}>
      {before}
      {related.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : !data ? (
        <ErrorState what={what} error={error} onRetry={() => void related.refetch()} />
      ) : rows.length === 0 ? (
        <p className="il-soft il-record-none">{none}</p>
      ) : (
        <ul className="il-record-rows il-lines" ref={list}>
          {rows.map((row, at) => (
            <li key={keyOf(row, at)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {related.isFetchNextPageError && !isFetchingNextPage && <ErrorState what={t('nextOnes')} error={error} />}
      {related.hasNextPage && (
        <Button
          type="link"
          className="il-record-more"
          aria-label={t('moreOf', { title })}
          onClick={() => void loadNextPage(related).then((isMore) => focusOn(isMore ? rows.length : null))}
          loading={isFetchingNextPage && afterAMoment}
        >
          {t('more')}
        </Button>
      )}
    </RecordSection>
  )
}
