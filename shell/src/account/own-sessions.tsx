import { useQuery } from '@tanstack/react-query'
import { useChange } from '@interline/shared/api'
import type { OwnSession } from '@interline/shared/contract'
import { Button, DateTimeText, ErrorState, failureReason, RelativeTime, Skeleton, useToast } from '@interline/shared/ui'
import { endOwnSessions, listOwnSessions } from '../api.ts'
import { t } from './texts.ts'
import { deviceName } from '../second-factor/device-name.ts'
import * as styles from './my-account.module.css'

/** Where one is signed in; ends one session, or all but this one. */
export function OwnSessions() {
  const toast = useToast()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => listOwnSessions(signal),
    staleTime: 0,
  })
  const ending = useChange<string | undefined>({
    what: 'Ending sessions',
    send: endOwnSessions,
    async onMade(_, _id) {
      await refetch()
      toast.success(t(_id === undefined ? 'account.othersEndedDone' : 'account.ended'))
    },
    onFailed: (failure) => toast.failure(t('account.endFailed'), failureReason(failure), failure),
  })

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
      <ul className={`il-lines ${styles.sessions}`}>
        {data.map((one) => (
          <li key={one._id}>
            <Session session={one} />
            {!one.current && (
              <Button
                size="small"
                loading={ending.isPending && ending.payload === one._id}
                aria-label={t('account.endOf', { device: deviceText(one) })}
                onClick={() => ending.make(one._id)}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={styles.all}>
          <Button
            danger
            loading={ending.isPending && ending.payload === undefined}
            onClick={() => ending.make(undefined)}
          >
            {t('account.endOthers', { count: others.length })}
          </Button>
        </div>
      )}
    </>
  )
}

function deviceText({ user_agent }: OwnSession): string {
  const { browser, system } = deviceName(user_agent) ?? {}
  if (browser && system) return t('account.browserOn', { browser, system })
  return browser ?? system ?? user_agent?.slice(0, 80) ?? t('account.unknownDevice')
}

function Session({ session }: { session: OwnSession }) {
  return (
    <div>
      <strong>{deviceText(session)}</strong>
      {session.current && <span className={`il-count ${styles.current}`}>{t('account.thisOne')}</span>}
      <p className="il-hint">
        {session.address !== null && <span>{t('account.from', { address: session.address })}</span>}
        <span>
          <span>{t('account.signedIn')}</span> <DateTimeText value={session.createdAt} />
        </span>
        {session.last_used_at !== null && (
          <span>
            <span>{t('account.used')}</span> <RelativeTime value={session.last_used_at} />
          </span>
        )}
      </p>
    </div>
  )
}
