import { useId, useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import type { NewAuthenticator, OwnSecondFactor } from '@interline/shared/contract'
import { Button, DateText, failureReason, Input, useDialogs, useToast } from '@interline/shared/ui'
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './calls.ts'
import { QrCode } from './qr-code.tsx'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

export type OnChanged = (recoveryCodes: string[] | null) => void

type AuthenticatorProps = { own: OwnSecondFactor['authenticator']; onChanged: OnChanged }

/** The authenticator app of an account: added with a QR code or its key, and a code that it shows. */
export function Authenticator({ own, onChanged }: AuthenticatorProps) {
  const toast = useToast()
  const dialogs = useDialogs()
  const [made, setMade] = useState<NewAuthenticator>()
  const [busy, setBusy] = useState(false)

  async function run(act: () => Promise<void>) {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      logFailure('Authenticator app', error)
      toast.failure(t('failed'), failureReason(error), error)
    }
    setBusy(false)
  }
  const begin = () => run(async () => setMade(await beginAuthenticator()))
  async function remove() {
    if (!(await dialogs.confirm({ title: t('appRemoveTitle'), text: t('removeText'), ok: t('remove'), danger: true })))
      return
    await run(async () => {
      await removeAuthenticator()
      toast.success(t('appRemoved'))
      onChanged(null)
    })
  }

  return (
    <div className={styles.part}>
      <h3>{t('app')}</h3>
      {own && (
        <div className={styles.row}>
          <p>
            {t('appSince')} <DateText value={own.createdAt} />
          </p>
          <Button size="small" loading={busy} aria-label={t('appRemoveOf')} onClick={() => void remove()}>
            {t('appRemove')}
          </Button>
        </div>
      )}
      {!own && !made && (
        <div className={styles.row}>
          <p>{t('appNone')}</p>
          <Button loading={busy} onClick={() => void begin()}>
            {t('appAdd')}
          </Button>
        </div>
      )}
      {!own && made && (
        <NewApp
          made={made}
          onCancel={() => setMade(undefined)}
          onAdded={(codes) => {
            setMade(undefined)
            toast.success(t('appAdded'))
            onChanged(codes)
          }}
        />
      )}
    </div>
  )
}

type NewAppProps = { made: NewAuthenticator; onCancel: () => void; onAdded: OnChanged }

function NewApp({ made, onCancel, onAdded }: NewAppProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const digits = code.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return setError(t('codeMissing'))
    setBusy(true)
    setError(undefined)
    try {
      onAdded(await confirmAuthenticator(digits))
    } catch (failure) {
      logFailure('Adding an authenticator app', failure)
      const isWrong = isApiError(failure) && failure.fields.code !== undefined
      setError(isWrong ? t('codeWrong') : failureReason(failure))
      setBusy(false)
    }
  }

  return (
    <div className={styles.scan}>
      <QrCode text={made.uri} label={t('appQr')} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('appScan')}</p>
        <p>
          {t('appKey')}: <span className={styles.key}>{made.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
        <div className={styles.field}>
          <label htmlFor={id}>{t('code')}</label>
          <Input
            id={id}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-describedby={`${id}-error`}
            {...(error !== undefined && { status: 'error' as const, 'aria-invalid': true })}
          />
          <p id={`${id}-error`} className={styles.error} role="status">
            {error}
          </p>
        </div>
        <div className={styles.rowActions}>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('appConfirm')}
          </Button>
          <Button disabled={busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}
