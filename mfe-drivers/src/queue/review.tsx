import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { type DriverFileField, driverFileFields } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { formatCount } from '@interline/shared/i18n'
import {
  Alert,
  bottomBar,
  Button,
  EmptyState,
  ErrorState,
  isWriting,
  lazyWithRetry,
  Skeleton,
} from '@interline/shared/ui'
import { shortcomingsOf } from '../shortcomings.ts'
import { ReasonForm, submitReason } from '../verify/reason-form.tsx'
import { Acts } from './acts.tsx'
import { Documents } from './documents/documents.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { t } from './queue-messages.ts'
import { useQueue } from './use-queue.ts'
import type { TypedDays } from './use-queue.ts'
import * as styles from './queue.module.css'

const RejectDialog = lazyWithRetry(async () => (await import('./reject-dialog.tsx')).RejectDialog)

/** All that was begun for one driver: nothing of it is said of the next. */
type Begun = {
  of: string | undefined
  /** The document that was chosen. */
  field?: DriverFileField
  isRejecting?: boolean
  /** The objections to the approval that a reason is asked for. */
  objections?: readonly string[] | null
  days: TypedDays
}

/** One driver after the other: details beside the documents, and what to decide. */
export function Review({ head }: { head: ReactNode }) {
  const queue = useQueue()
  const { place, current, busy } = queue
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const reasonId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const currentId = current?.driver._id
  const canDecide = current?.is_waiting === true && queue.lost === null

  const nothing: Begun = { of: currentId, days: { expires_on: {}, expected: {} } }
  const [begun, setBegun] = useState(nothing)
  if (begun.of !== currentId) setBegun(nothing)
  const { field: chosen, isRejecting, days } = begun
  const begin = (more: Partial<Begun>) => setBegun((now) => ({ ...now, ...more }))

  const first = driverFileFields.find((field) => current?.driver[field] !== null) ?? driverFileFields[0]
  const unseen = driverFileFields.filter((field) => {
    const href = current?.driver[field] ?? null
    return href !== null && !seen.has(href)
  })

  // A screen reader goes on with the name of the next driver.
  const lastId = useRef(currentId)
  useEffect(() => {
    if (lastId.current !== undefined && currentId !== undefined) heading.current?.focus({ preventScroll: true })
    lastId.current = currentId
  }, [currentId])

  const shortcomings = canDecide && begun.objections
  function send(reason?: string) {
    queue.approve(days, reason)
    // Whoever was told of another day replaces it with the next try.
    begin({ days: { ...days, expected: {} } })
  }
  function approve() {
    if (!canDecide || busy !== null) return
    const expires_on = { ...current.expires_on, ...days.expires_on }
    const found = shortcomingsOf({ ...current.driver, expires_on })
    begin({ objections: found.length > 0 ? found : null })
    if (found.length === 0) send()
    else if (shortcomings) submitReason(reasonId)
  }

  const acts = {
    approve,
    reject: () => canDecide && busy === null && begin({ isRejecting: true }),
    next: queue.next,
    previous: () => queue.hasPrevious && queue.previous(),
    undo: queue.undo,
  }

  if (!place)
    return (
      <>
        {head}
        {queue.error === null ? (
          <div className={`il-card ${styles.waitingFor}`} role="status" aria-label={t('loading')}>
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </div>
        ) : (
          <ErrorState what={t('what')} error={queue.error} onRetry={queue.readAgain} />
        )}
      </>
    )

  return (
    <div className={styles.review}>
      <div className={styles.beside}>
        {head}
        {current && <DriverFacts reviewed={current} headingRef={heading} />}
      </div>
      {/* Before the documents: the Tab key is not led through a viewer of PDFs. */}
      <div ref={bottomBar} className={styles.bar}>
        {queue.failure && <ChangeFailure {...queue.failure} />}
        {queue.lost !== null && (
          <Alert
            type="warning"
            role="alert"
            title={t('lost')}
            description={queue.lost}
            action={<Button onClick={queue.readAgain}>{t('acts.claimAgain')}</Button>}
          />
        )}
        {current && !current.is_waiting && queue.lost === null && <Alert type="info" title={t('settled')} />}
        {shortcomings && (
          <div onKeyDown={(event) => event.key === 'Escape' && !isWriting(event) && begin({ objections: null })}>
            <ReasonForm id={reasonId} shortcomings={shortcomings} onSubmit={send} />
          </div>
        )}
        <Acts
          acts={acts}
          busy={busy}
          canDecide={canDecide}
          hasCurrent={current !== null}
          hasPrevious={queue.hasPrevious}
          count={
            place.is_more ? t('countMore', { count: formatCount(place.waiting) }) : t('count', { count: place.waiting })
          }
          result={queue.result}
          unseen={
            canDecide && unseen.length > 0
              ? t('unseen', { documents: unseen.map((field) => t(`documents.${field}`)).join(', ') })
              : ''
          }
        />
      </div>
      {current ? (
        <Documents
          key={currentId}
          reviewed={current}
          shown={chosen ?? first}
          onShow={(field) => begin({ field })}
          onExpiry={(field, day) =>
            begin({
              days: {
                expires_on: { ...days.expires_on, [field]: day },
                expected: { [field]: current.expires_on[field], ...days.expected },
              },
            })
          }
          onSeen={(href) => setSeen((now) => new Set(now).add(href))}
        />
      ) : (
        <div className="il-card">
          {place.waiting === 0 ? (
            <EmptyState title={t('empty')} text={t('emptyText')} icon="check-circle" />
          ) : (
            <EmptyState
              title={t('end')}
              text={t('endText')}
              icon="flag"
              action={
                <Button type="primary" onClick={acts.next}>
                  {t('fromFront')}
                </Button>
              }
            />
          )}
        </div>
      )}
      {current && isRejecting && (
        <RejectDialog
          key={currentId}
          name={current.driver.full_name}
          isVerified={current.driver.is_driver_profile_approved}
          onReject={queue.reject}
          onClosed={() => begin({ isRejecting: false })}
        />
      )}
    </div>
  )
}
