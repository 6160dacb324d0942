import { useState } from 'react'
import { encode } from 'uqr'
import { useChange } from '@interline/shared/api'
import type { NewAuthenticator, OwnSecondFactor } from '@interline/shared/contract'
import { Button, DateText, failureReason, useDialogs, useToast } from '@interline/shared/ui'
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from './calls.ts'
import { FactorForm } from './factor-form.tsx'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

export type OnChanged = (recoveryCodes: string[] | null) => void

type AuthenticatorProps = { own: OwnSecondFactor['authenticator']; onChanged: OnChanged }

/** The authenticator app of an account: added with a QR code or its key, and a code that it shows. */
export function Authenticator({ own, onChanged }: AuthenticatorProps) {
  const toast = useToast()
  const dialogs = useDialogs()
  const [made, setMade] = useState<NewAuthenticator>()
  const onFailed = (error: unknown) => toast.failure(t('failed'), failureReason(error), error)
  const beginning = useChange({ what: 'Authenticator app', send: beginAuthenticator, onMade: setMade, onFailed })
  const removing = useChange({
    what: 'Authenticator app',
    send: removeAuthenticator,
    onMade() {
      toast.success(t('appRemoved'))
      onChanged(null)
    },
    onFailed,
  })
  async function remove() {
    const question = { title: t('appRemoveTitle'), text: t('removeText'), ok: t('remove'), danger: true }
    if (await dialogs.confirm(question)) removing.make()
  }

  return (
    <div className={styles.part}>
      <h3>{t('app')}</h3>
      {own && (
        <div className={styles.row}>
          <p>
            <span>{t('appSince')}</span> <DateText value={own.createdAt} />
          </p>
          <Button size="small" loading={removing.isPending} aria-label={t('appRemoveOf')} onClick={() => void remove()}>
            {t('appRemove')}
          </Button>
        </div>
      )}
      {!own && !made && (
        <div className={styles.row}>
          <p>{t('appNone')}</p>
          <Button loading={beginning.isPending} onClick={() => beginning.make()}>
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
  return (
    <div className={styles.scan}>
      <QrCode text={made.uri} label={t('appQr')} />
      <div className={styles.field}>
        <p>{t('appScan')}</p>
        <p>
          <span>{t('appKey')}</span>:{' '}
          <span className={styles.key} translate="no">
            {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </span>
        </p>
        <FactorForm
          challenge={{ token: '', methods: ['totp'], passkey: null }}
          onProof={async (proof) => onAdded(await confirmAuthenticator('code' in proof ? proof.code : ''))}
          submitText={t('appConfirm')}
        />
        <div className={styles.actions}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
        </div>
      </div>
    </div>
  )
}

/** A QR code as one path, black on white in both themes: phones read no other. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
