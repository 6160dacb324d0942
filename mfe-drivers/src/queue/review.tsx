import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { DriverFileField } from '@interline/shared/contract'
import { ChangeFailure } from '@interline/shared/forms'
import { formatCount } from '@interline/shared/i18n'
import { Alert, bottomBar, Button, EmptyState, ErrorState, lazyWithRetry, Skeleton } from '@interline/shared/ui'
import { shortcomingsOf } from '../shortcomings.ts'
import { ReasonForm, submitReason } from '../verify/reason-form.tsx'
import { Acts } from './acts.tsx'
import { Keys } from './keys.tsx'
import { Documents } from './documents/documents.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { t } from './queue-messages.ts'
import { useQueue } from './use-queue.ts'
import type { TypedDays } from './use-queue.ts'
import { documentFields } from './words.ts'
import * as styles from './queue.module.css'

const RejectDialog = lazyWithRetry(async () => (await import('./reject-dialog.tsx')).RejectDialog)

const nothingTyped: TypedDays = { expires_on: {}, expected: {} }

/** One driver after the other: details beside the documents, and what to decide. */
export function Review({ head }: { head: ReactNode }) {
  const queue = useQueue()
  const { place, current, busy } = queue
  const [chosen, setChosen] = useState<{ of: string | undefined; field: DriverFileField }>()
  const [rejecting, setRejecting] = useState<string | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  /** What speaks against the approval that a reason is asked for. */
  const [asked, setAsked] = useState<{ of: string; shortcomings: readonly string[] } | null>(null)
  const reasonId = useId()
  const typed = useRef<TypedDays>(nothingTyped)
  const heading = useRef<HTMLHeadingElement>(null)
  const currentId = current?.driver._id
  const canDecide = current?.is_waiting === true && queue.lost === null

  const first = documentFields.find((field) => current?.driver[field] !== null) ?? documentFields[0]
  const document = chosen && chosen.of === currentId ? chosen.field : first
  const setDocument = (field: DriverFileField) => setChosen({ of: currentId, field })

  const unseen = documentFields.filter((field) => {
    const href = current?.driver[field] ?? null
    return href !== null && !seen.has(href)
  })

  // What is typed for one driver is not said of the next, with whose name a screen reader goes on.
  const lastId = useRef(currentId)
  useEffect(() => {
    typed.current = nothingTyped
    // A reason that is being given for one driver rejects no other.
    if (lastId.current !== currentId) {
      setRejecting(null)
      setAsked(null)
    }
    if (lastId.current !== undefined && currentId !== undefined) heading.current?.focus({ preventScroll: true })
    lastId.current = currentId
  }, [currentId])

  const shortcomings = canDecide && asked && asked.of === currentId ? asked.shortcomings : null
  function send(reason?: string) {
    void queue.approve(typed.current, reason)
    // Whoever was told of another day replaces it with the next try.
    typed.current = { ...typed.current, expected: {} }
  }
  function approve() {
    if (!canDecide || busy !== null) return
    const expires_on = { ...current.expires_on, ...typed.current.expires_on }
    const found = shortcomingsOf({ ...current.driver, expires_on })
    setAsked(found.length > 0 ? { of: current.driver._id, shortcomings: found } : null)
    if (found.length === 0) send()
    else if (shortcomings) submitReason(reasonId)
  }

  const acts = {
    approve,
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
    return (
      <>
        {head}
        {queue.loadError === null ? (
          <div className={`il-card ${styles.waitingFor}`} role="status" aria-label={t('loading')}>
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </div>
        ) : (
          <ErrorState what={t('what')} error={queue.loadError} onRetry={() => void queue.resume()} />
        )}
      </>
    )

  return (
    <div className={styles.review}>
      <Keys of={keys} />
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
            action={<Button onClick={() => void queue.resume()}>{t('acts.claimAgain')}</Button>}
          />
        )}
        {current && !current.is_waiting && queue.lost === null && <Alert type="info" title={t('settled')} />}
        {shortcomings && (
          <div onKeyDown={({ key }) => key === 'Escape' && setAsked(null)}>
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
          shown={document}
          onShow={setDocument}
          onExpiry={(field, day) => {
            const { expires_on, expected } = typed.current
            typed.current = {
              expires_on: { ...expires_on, [field]: day },
              expected: { [field]: current.expires_on[field], ...expected },
            }
          }}
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
