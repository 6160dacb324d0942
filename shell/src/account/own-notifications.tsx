import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '@interline/shared/api'
import { notificationKinds, type MuteKind } from '@interline/shared/contract'
import { Checkbox, ErrorState, failureReason, Skeleton, useToast } from '@interline/shared/ui'
import { muteKind, readMutedKinds } from '../api.ts'
import { t } from './texts.ts'
import * as styles from './my-account.module.css'

/** The kinds of notifications that the bell of this administrator shows. */
export function OwnNotifications() {
  const hint = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['notifications', 'muted'],
    queryFn: ({ signal }) => readMutedKinds(signal),
    staleTime: 0,
  })
  if (error && !data)
    return (
      <ErrorState what={t('account.mutedWhat')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    )
  if (!data)
    return (
      <div className={styles.loading} role="status" aria-label={t('account.mutedLoading')}>
        <Skeleton active title={false} paragraph={{ rows: 7 }} />
      </div>
    )
  return (
    <fieldset className={styles.kinds} aria-describedby={hint}>
      <legend className="il-visually-hidden">{t('account.notifications')}</legend>
      <p id={hint} className="il-soft">
        {t('account.notificationsHint')}
      </p>
      {notificationKinds.map((kind) => (
        <Kind key={kind} kind={kind} isMuted={data.includes(kind)} />
      ))}
    </fieldset>
  )
}

function Kind({ kind, isMuted }: { kind: MuteKind['kind']; isMuted: boolean }) {
  const toast = useToast()
  const { make, isPending, payload } = useChange<MuteKind>({
    what: 'Muting notifications',
    send: muteKind,
    reloads: ['notifications'],
    onMade: (_, __, reloaded) => reloaded,
    onFailed: (failure) => toast.failure(t('account.mutedFailed'), failureReason(failure), failure),
  })
  const isOff = isPending && payload ? payload.is_muted : isMuted
  return (
    <Checkbox checked={!isOff} onChange={({ target }) => make({ kind, is_muted: !target.checked })}>
      {t(`account.kinds.${kind}`)}
    </Checkbox>
  )
}
