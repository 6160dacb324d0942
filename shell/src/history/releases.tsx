import { useLayoutEffect } from 'react'
import { Alert, Button, ChatTime, Icon, PageTitle, RegionFailed, Skeleton } from '@interline/shared/ui'
import { announceFirstScreen } from '../loader.ts'
import { useSay } from '../messages.ts'
import { Failures } from './failures.tsx'
import { Groups } from './groups.tsx'
import { Parts } from './parts.tsx'
import { ReleaseLog } from './release-log.tsx'
import { useHistory } from './read-history.ts'
import './releases.css'

/** For who would rather look: what is live, who gets what, what failed, and what was changed. Nothing can be changed here. */
export function Releases() {
  const say = useSay()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useHistory()
  const newest = data?.pages[0]
  useLayoutEffect(announceFirstScreen, [])
  return (
    <div className="il-releases">
      <PageTitle title={say('releases.title')}>
        <Button
          type="text"
          aria-label={say('releases.refresh')}
          icon={<Icon id="refresh" {...(isFetching && { className: 'il-spin' })} />}
          onClick={() => void refetch()}
        />
      </PageTitle>
      {error && (
        <div className="il-card">
          <RegionFailed what={say('releases.what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      )}
      {!newest && !error && (
        <div className="il-card il-releases-loading" role="status" aria-label={say('releases.loading')}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
      {newest && (
        <>
          {newest.broken !== null && <Alert type="error" showIcon title={say('releases.broken', { fact: newest.broken })} />}
          {newest.lock && (
            <Alert
              type="warning"
              showIcon
              title={say('releases.locked', { by: newest.lock.by, reason: newest.lock.reason })}
              description={<ChatTime value={newest.lock.at} />}
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
