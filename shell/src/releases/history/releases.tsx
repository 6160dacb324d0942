import { useLayoutEffect } from 'react'
import { Alert, Button, DateTimeText, Icon, PageTitle, ErrorState, Skeleton } from '@interline/shared/ui'
import { announceFirstScreen } from '../../page/loader.ts'
import { useT } from './texts.ts'
import { Failures } from './failures.tsx'
import { Groups } from './groups.tsx'
import { Parts } from './parts.tsx'
import { ReleaseLog } from './release-log.tsx'
import { useHistory } from './read-history.ts'
import * as styles from './releases.module.css'

/**
 * For who would rather look: what is live, who gets what, what failed, and what was changed. Nothing can be changed
 * here.
 */
export function Releases() {
  const t = useT()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useHistory()
  const newest = data?.pages[0]
  useLayoutEffect(announceFirstScreen, [])
  return (
    <div className={styles.releases}>
      <PageTitle title={t('releases.title')}>
        <Button
          type="text"
          aria-label={t('releases.refresh')}
          icon={<Icon id="refresh" {...(isFetching && { className: 'il-spin' })} />}
          onClick={() => void refetch()}
        />
      </PageTitle>
      {error && (
        <div className="il-card">
          <ErrorState what={t('releases.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      )}
      {!newest && !error && (
        <div className={`il-card ${styles.loading}`} role="status" aria-label={t('releases.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {newest && (
        <>
          {newest.broken !== null && (
            <Alert type="error" showIcon title={t('releases.broken', { fact: newest.broken })} />
          )}
          {newest.lock && (
            <Alert
              type="warning"
              showIcon
              title={t('releases.locked', { by: newest.lock.by, reason: newest.lock.reason })}
              description={
                <>
                  <DateTimeText value={newest.lock.at} />
                  {newest.lock.until !== undefined && (
                    <>
                      {' '}
                      {t('releases.until')} <DateTimeText value={newest.lock.until} />
                    </>
                  )}
                </>
              }
            />
          )}
          <Groups live={newest.live} canary={newest.canary} />
          <Parts live={newest.live} />
          <Failures failures={newest.failures} />
          <ReleaseLog
            entries={data.pages.flatMap(({ entries }) => entries)}
            {...(hasNextPage && { onMore: () => void fetchNextPage() })}
            loadingMore={isFetchingNextPage}
          />
        </>
      )}
    </div>
  )
}
