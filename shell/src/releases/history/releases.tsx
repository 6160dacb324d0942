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
  const { data, error, isFetching, refetch } = useHistory()
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
      {!data && !error && (
        <div className={`il-card ${styles.loading}`} role="status" aria-label={t('releases.loading')}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {data && (
        <>
          {data.broken !== null && <Alert type="error" showIcon title={t('releases.broken', { fact: data.broken })} />}
          {data.freeze && (
            <Alert
              type="warning"
              showIcon
              title={t('releases.frozen', { by: data.freeze.by, reason: data.freeze.reason })}
              description={
                <>
                  <DateTimeText value={data.freeze.at} />
                  {data.freeze.until !== undefined && (
                    <>
                      {' '}
                      {t('releases.until')} <DateTimeText value={data.freeze.until} />
                    </>
                  )}
                </>
              }
            />
          )}
          <Groups live={data.live} canary={data.canary} />
          <Parts live={data.live} />
          <Failures failures={data.failures} />
          <ReleaseLog entries={data.entries} />
        </>
      )}
    </div>
  )
}
