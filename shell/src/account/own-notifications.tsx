import { useId } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { logFailure, queryClient } from '@interline/shared/api'
import type { NotificationKind } from '@interline/shared/contract'
import { Checkbox, ErrorState, failureReason, Skeleton, useToast } from '@interline/shared/ui'
import { muteKind, readMutedKinds } from '../api.ts'
import { useT } from './texts.ts'
import * as styles from './my-account.module.css'

const key = ['muted-notifications']
// The contract's own list would bring the checks of all calls with it.
const kinds: Record<NotificationKind, true> = {
  'driver-registered': true,
  'user-registered': true,
  'driver-changed': true,
  're-verification-asked': true,
  'booking-made': true,
  'booking-changed': true,
  'message-received': true,
}

/** The kinds of notifications that the bell of this administrator shows. */
export function OwnNotifications() {
  const t = useT()
  const toast = useToast()
  const hint = useId()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMutedKinds(signal),
    staleTime: 0,
  })
  const { mutate } = useMutation({
    mutationFn: muteKind,
    onMutate({ kind, is_muted }) {
      const before = queryClient.getQueryData<unknown[]>(key)
      queryClient.setQueryData<unknown[]>(key, (muted = []) =>
        is_muted ? [...muted, kind] : muted.filter((one) => one !== kind),
      )
      return before
    },
    onError(failure, _, before) {
      queryClient.setQueryData(key, before)
      logFailure('Muting notifications', failure)
      toast.failure(t('account.mutedFailed'), failureReason(failure), failure)
    },
    onSettled: () =>
      Promise.all([key, ['notifications']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
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
      <p id={hint}>{t('account.notificationsHint')}</p>
      {(Object.keys(kinds) as NotificationKind[]).map((kind) => (
        <Checkbox
          key={kind}
          checked={!data.includes(kind)}
          onChange={({ target }) => mutate({ kind, is_muted: !target.checked })}
        >
          {t(`account.kinds.${kind}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
