import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { logFailure } from '@interline/shared/api'
import type { OwnSession } from '@interline/shared/contract'
import { Button, DateTimeText, ErrorState, failureReason, RelativeTime, Skeleton, useToast } from '@interline/shared/ui'
import { endOwnSessions, listOwnSessions } from '../api.ts'
import { useT } from './texts.ts'
import { deviceName } from '../page/device-name.ts'
import * as styles from './my-account.module.css'

/** Where one is signed in; ends one session, or all but this one. */
export function OwnSessions() {
  const t = useT()
  const toast = useToast()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => listOwnSessions(signal),
    staleTime: 0,
  })
  const [ending, setEnding] = useState<string | null>(null)

  async function end(_id?: string) {
    if (ending !== null) return
    setEnding(_id ?? 'others')
    try {
      await endOwnSessions(_id)
      await refetch()
      toast.success(t(_id === undefined ? 'account.othersEndedDone' : 'account.ended'))
    } catch (failure) {
      logFailure('End sessions', failure)
      toast.failure(t('account.endFailed'), failureReason(failure), failure)
    }
    setEnding(null)
  }

  if (error && !data)
    return (
      <ErrorState what={t('account.sessionsWhat')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    )
  if (!data)
    return (
      <div className={styles.loading} role="status" aria-label={t('account.sessionsLoading')}>
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    )
  const others = data.filter(({ current }) => !current)
  return (
    <>
      <ul className={styles.sessions}>
        {data.map((one) => (
          <li key={one._id}>
            <Session session={one} />
            {!one.current && (
              <Button
                size="small"
                loading={ending === one._id}
                aria-label={t('account.endOf', { device: deviceText(one, t) })}
                onClick={() => void end(one._id)}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={styles.all}>
          <Button danger loading={ending === 'others'} onClick={() => void end()}>
            {t('account.endOthers', { count: others.length })}
          </Button>
        </div>
      )}
    </>
  )
}

function deviceText({ user_agent }: OwnSession, t: ReturnType<typeof useT>): string {
  const { browser, system } = deviceName(user_agent) ?? {}
  if (browser && system) return t('account.browserOn', { browser, system })
  return browser ?? system ?? user_agent?.slice(0, 80) ?? t('account.unknownDevice')
}

function Session({ session }: { session: OwnSession }) {
  const t = useT()
  return (
    <div>
      <strong>{deviceText(session, t)}</strong>
      {session.current && <span className={styles.current}>{t('account.thisOne')}</span>}
      <p>
        {session.address !== null && <span>{t('account.from', { address: session.address })}</span>}
        <span>
          {t('account.signedIn')} <DateTimeText value={session.createdAt} />
        </span>
        {session.last_used_at !== null && (
          <span>
            {t('account.used')} <RelativeTime value={session.last_used_at} />
          </span>
        )}
      </p>
    </div>
  )
}
