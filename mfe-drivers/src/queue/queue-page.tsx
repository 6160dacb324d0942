import { Link, useSearchParams } from '@interline/shared/router'
import { usePermitted } from '@interline/shared/session'
import { EmptyState, lazyWithRetry, PageTitle } from '@interline/shared/ui'
import { t } from './queue-messages.ts'
import { Review } from './review.tsx'
import * as styles from './queue.module.css'

const Expiring = lazyWithRetry(async () => (await import('./expiring/expiring.tsx')).Expiring)

/** Drivers who wait for a review, one after the other, and documents that expire. */
export function QueuePage() {
  const mayReview = usePermitted('reviews:write')
  const [query] = useSearchParams()
  const isExpiring = query.get('view') === 'expiring'
  const view = (to: string, text: string, isHere: boolean) => (
    <Link className="il-button il-button-pill" to={to} replace {...(isHere && { 'aria-current': 'page' as const })}>
      {text}
    </Link>
  )
  const head = (
    <>
      <PageTitle title={t('title')} parent={{ title: t('dashboard'), to: '/' }} />
      {mayReview && (
        <nav className={styles.views} aria-label={t('views')}>
          {view('/drivers/queue', t('waitingView'), !isExpiring)}
          {view('/drivers/queue?view=expiring', t('expiringView'), isExpiring)}
        </nav>
      )}
    </>
  )
  if (mayReview && !isExpiring) return <Review head={head} />
  return (
    <>
      {head}
      {mayReview ? <Expiring /> : <EmptyState title={t('notPermitted')} text={t('notPermittedText')} icon="lock" />}
    </>
  )
}
