import { useEffect, useRef } from 'react'
import { Button, Progress } from 'antd'
import { isApiError, isStale } from '../../api/api-error.ts'
import { formatCount } from '../../i18n/formats.ts'
import { failureReason } from '../../ui/feedback/failure-reason.ts'
import { Icon } from '../../ui/icon.tsx'
import type { BulkRun } from './bulk-run.ts'
import { counted, t } from './bulk-texts.ts'
import type { RowsLeft } from './preview.ts'

type BulkReportProps = {
  run: BulkRun
  nameOf: (row: never) => string
  /** The rows are read once more before they are tried again. */
  isReading: boolean
  onStop: () => void
  /** With the rows that failed or were not begun. */
  onAgain: (rows: readonly never[]) => void
  onUndo: () => void
  onClose: () => void
}

const mostShown = 100

const reasonOf = (error: unknown) =>
  failureReason(error, ({ by }) => (by === null ? t('meanwhile') : t('meanwhileBy', { name: by })))

const rowId = (row: unknown) => (row as { _id?: unknown })._id

/** How far a run is, and once it is over what came of it. */
export function BulkReport({ run, nameOf, isReading, onStop, onAgain, onUndo, onClose }: BulkReportProps) {
  const ground = useRef<HTMLDivElement>(null)
  const { rows, changed, failed, act, direction } = run
  const isOver = run.state === 'over'
  // The button that had the focus is gone.
  useEffect(() => ground.current?.focus(), [isOver])
  const settled = changed.length + failed.length
  const total = rows.length + run.earlier
  const progress = t('progress', { done: formatCount(settled), total: formatCount(total) })
  if (!isOver)
    return (
      <div className="il-bulk-form" ref={ground} tabIndex={-1}>
        <Progress
          percent={(settled / total) * 100}
          showInfo={false}
          strokeColor="var(--il-primary)"
          className="il-bulk-progress"
          aria-label={progress}
        />
        <p>{direction === 'undo' ? `${t('undoing')}: ${progress}` : progress}</p>
        {run.isWaiting && <p role="alert">{t('waiting')}</p>}
        <div className="il-bulk-buttons">
          <Button onClick={onStop}>{t('stop')}</Button>
        </div>
      </div>
    )
  const known = new Set([...changed, ...failed.map(({ row }) => row)].map(rowId))
  const remaining = rows.filter((row) => !known.has(rowId(row)))
  const key = direction === 'undo' ? 'undone' : act.key === 'message' ? 'sent' : 'changed'
  // To take back once more what somebody changed would replace what they did.
  const worthTrying = direction === 'undo' ? failed.filter(({ error }) => !isStale(error)) : failed
  const again = [...worthTrying.map(({ row }) => row), ...remaining]
  return (
    <div className="il-bulk-form" ref={ground} tabIndex={-1}>
      <div role="status" className="il-bulk-preview">
        <p>{counted(key, changed.length)}</p>
        {remaining.length > 0 && <p>{counted('remaining', remaining.length)}</p>}
        {failed.length > 0 && <p>{counted('failed', failed.length)}</p>}
        <RowsLeftText left={run.left} />
      </div>
      <RowOutcomes {...{ run, remaining, nameOf }} done={t(`row.${key}`)} />
      <div className="il-bulk-buttons">
        {direction === 'change' && act.undo && changed.length > 0 && (
          <Button disabled={isReading} onClick={onUndo}>
            {counted('undo', changed.length)}
          </Button>
        )}
        {again.length > 0 && (
          <Button disabled={isReading} onClick={() => onAgain(again)}>
            {t(worthTrying.length > 0 ? 'again' : 'goOn')}
          </Button>
        )}
        <Button type="primary" disabled={isReading} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  )
}

type RowOutcomesProps = Pick<BulkReportProps, 'run' | 'nameOf'> & { remaining: readonly never[]; done: string }

/** The outcome of each row, those that need a look first. */
function RowOutcomes({ run: { changed, failed }, remaining, done, nameOf }: RowOutcomesProps) {
  const outcomes = [
    ...failed.map(({ row, error }) => ({
      row,
      icon: 'warning',
      text: reasonOf(error),
      requestId: isApiError(error) ? error.requestId : undefined,
    })),
    ...remaining.map((row) => ({ row, icon: 'clock', text: t('row.remaining'), requestId: undefined })),
    ...changed.map((row) => ({ row, icon: 'check-circle', text: done, requestId: undefined })),
  ]
  if (outcomes.length === 0) return null
  return (
    <>
      {/* Scrolls, so the keyboard must reach it. */}
      <ul className="il-bulk-outcomes" tabIndex={0} aria-label={t('outcomes')}>
        {outcomes.slice(0, mostShown).map(({ row, icon, text, requestId }) => (
          <li key={String(rowId(row))} data-outcome={icon}>
            <Icon id={icon} size={16} />
            <span>
              <span translate="no">{nameOf(row)}</span> <small>{text}</small> {requestId && <small>{requestId}</small>}
            </span>
          </li>
        ))}
      </ul>
      {outcomes.length > mostShown && <p>{t('moreRows', { total: formatCount(outcomes.length - mostShown) })}</p>}
    </>
  )
}

/** How many rows stay as they are, a line for each reason. */
export const RowsLeftText = ({ left }: { left: readonly RowsLeft[] }) =>
  left.map(({ reason, count }) => <p key={reason}>{counted('left', count, { reason })}</p>)
