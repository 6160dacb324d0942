import type { TimelineEntry } from '../../contract/index.ts'
import { RecordLink } from '../../ui/values/record-link.tsx'
import { StatusBadge } from '../../ui/values/status-badge.tsx'
import { DateTimeText } from '../../ui/values/times.tsx'
import { t } from '../messages.ts'
import type { RelatedList } from '../use-record.ts'
import { RelatedRows } from './related-rows.tsx'

/** The steps of a booking: who brought it from which status to which, and when. */
export const Timeline = ({ steps }: { steps: RelatedList<TimelineEntry> }) => (
  <RelatedRows title={t('timeline.title')} what={t('timeline.what')} none="" related={steps} keyOf={({ _id }) => _id}>
    {(step) => (
      <div className="il-record-step">
        <p>
          <strong>{t(step.act === 'book' ? 'timeline.booked' : 'timeline.changed')}</strong>
          {step.from !== null && <StatusBadge status={step.from} />}
          {step.from !== null && step.to !== null && <span>{t('timeline.to')}</span>}
          {step.to !== null && <StatusBadge status={step.to} />}
        </p>
        <p className="il-record-row-facts">
          <DateTimeText value={step.at} />
          <By by={step.by} />
        </p>
      </div>
    )}
  </RelatedRows>
)

function By({ by }: Pick<TimelineEntry, 'by'>) {
  if (by === null) return <span>{t('timeline.nobody')}</span>
  const text = t('timeline.by', { name: by.full_name ?? t('somebody') })
  if (by.role === null || by.role === 'admin' || by.full_name === null) return <span>{text}</span>
  return (
    <RecordLink kind={by.role} id={by._id}>
      {text}
    </RecordLink>
  )
}
