import { useEffect, useRef, useState } from 'react'
import type { DocumentExpiries, DriverFileField } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { formatCount } from '@interline/shared/i18n'
import { Alert, Button, EmptyState, ErrorState, lazyWithRetry, Skeleton } from '@interline/shared/ui'
import { Acts } from './acts.tsx'
import { Keys } from './keys.tsx'
import { Documents } from './documents/documents.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { t } from './queue-messages.ts'
import { useQueue } from './use-queue.ts'
import { documentFields } from './words.ts'
import * as styles from './queue.module.css'

const RejectDialog = lazyWithRetry(async () => (await import('./reject-dialog.tsx')).RejectDialog)

/** One driver after the other: details beside the documents, and what to decide. */
export function Review() {
  const queue = useQueue()
  const { place, current, busy } = queue
  const [chosen, setChosen] = useState<{ of: string | undefined; field: DriverFileField }>()
  const [rejecting, setRejecting] = useState<string | null>(null)
  const expiries = useRef<Partial<DocumentExpiries>>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const currentId = current?.driver._id
  const canDecide = current?.is_waiting === true && queue.lost === null

  const first = documentFields.find((field) => current?.driver[field] !== null) ?? documentFields[0]
  const document = chosen && chosen.of === currentId ? chosen.field : first
  const setDocument = (field: DriverFileField) => setChosen({ of: currentId, field })

  // What is typed for one driver is not said of the next, with whose name a screen reader goes on.
  const lastId = useRef(currentId)
  useEffect(() => {
    expiries.current = {}
    // A reason that is being given for one driver rejects no other.
    if (lastId.current !== currentId) setRejecting(null)
    if (lastId.current !== undefined && currentId !== undefined) heading.current?.focus({ preventScroll: true })
    lastId.current = currentId
  }, [currentId])

  const acts = {
    approve: () => canDecide && void queue.approve(expiries.current),
    reject: () => canDecide && busy === null && setRejecting(currentId ?? null),
    next: () => void (current ? queue.next() : queue.beginAgain()),
    previous: () => queue.hasPrevious && void queue.previous(),
    undo: () => void queue.undo(),
  }
  const keys = [
    { key: 'a', text: t('acts.approve'), run: acts.approve },
    { key: 'r', text: t('acts.reject'), run: acts.reject },
    { key: 'n', text: t(canDecide ? 'acts.skip' : 'acts.next'), run: acts.next },
    { key: 'p', text: t('acts.previous'), run: acts.previous },
    { key: 'u', text: t('acts.undo'), run: acts.undo },
    ...documentFields.map((field, at) => ({
      key: String(at + 1),
      text: t(`documents.${field}`),
      run: () => setDocument(field),
    })),
  ]

  if (place === null)
    return queue.loadError === null ? (
      <div className={`il-card ${styles.waitingFor}`} role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    ) : (
      <ErrorState what={t('what')} error={queue.loadError} onRetry={() => void queue.resume()} />
    )

  return (
    <div className={styles.review}>
      <Keys of={keys} />
      <Acts
        acts={acts}
        busy={busy}
        canDecide={canDecide}
        hasCurrent={current !== null}
        hasPrevious={queue.hasPrevious}
        count={
          place.is_more ? t('countMore', { count: formatCount(place.waiting) }) : t('count', { count: place.waiting })
        }
      />
      {queue.failure && <ChangeFailure {...queue.failure} />}
      {queue.lost !== null && (
        <Alert
          type="warning"
          role="alert"
          title={t('lost')}
          description={queue.lost}
          action={<Button onClick={() => void queue.resume()}>{t('acts.claimAgain')}</Button>}
        />
      )}
      {current && !current.is_waiting && queue.lost === null && <Alert type="info" title={t('settled')} />}
      {current === null ? (
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
      ) : (
        <div className={styles.columns}>
          <DriverFacts reviewed={current} headingRef={heading} />
          {/* The next driver's documents load behind this one's, and stand when their turn comes. */}
          {[current, place.upcoming].map(
            (reviewed) =>
              reviewed && (
                <Documents
                  key={reviewed.driver._id}
                  reviewed={reviewed}
                  isHidden={reviewed !== current}
                  shown={document}
                  onShow={setDocument}
                  onExpiry={(field, day) => (expiries.current = { ...expiries.current, [field]: day })}
                />
              ),
          )}
        </div>
      )}
      {current && rejecting === currentId && (
        <RejectDialog
          key={currentId}
          name={current.driver.full_name}
          isVerified={current.driver.is_driver_profile_approved}
          onReject={queue.reject}
          onClose={() => setRejecting(null)}
        />
      )}
    </div>
  )
}
