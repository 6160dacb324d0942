import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Button, ErrorState, Skeleton } from '@interline/shared/ui'
import { Authenticator } from './authenticator.tsx'
import { readSecondFactor } from './calls.ts'
import { Passkeys } from './passkeys.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

/** `onReady` is called when there is a second factor and its recovery codes were kept. */
export function OwnSecondFactor({ onReady }: { onReady?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['own-second-factor'],
    queryFn: ({ signal }) => readSecondFactor(signal),
    staleTime: 0,
  })
  const [codes, setCodes] = useState<string[] | null>(null)
  const changed = (made: string[] | null) => {
    if (made) setCodes(made)
    else if (onReady && codes === null) onReady()
    void refetch()
  }

  if (error && !data)
    return <ErrorState what={t('what')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <div className={styles.card} role="status" aria-label={t('loading')}>
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </div>
    )
  const hasOne = data.authenticator !== null || data.passkeys.length > 0
  return (
    <div className={styles.card}>
      {codes ? (
        <NewRecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(null)
            onReady?.()
          }}
        />
      ) : (
        <>
          <p className={`il-soft ${styles.intro}`}>
            <span>{t('intro')}</span> {data.required && !onReady && <span>{t('requiredHere')}</span>}
          </p>
          <Authenticator own={data.authenticator} onChanged={changed} />
          <Passkeys own={data.passkeys} onChanged={changed} />
          {hasOne && <RecoveryCodes left={data.recovery_codes_left} onNew={changed} />}
          {hasOne && onReady && (
            <Button type="primary" onClick={onReady}>
              {t('setUpDone')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
