import { useState } from 'react'
import { logFailure, useChange } from '@interline/shared/api'
import { Button, failureReason, Icon, useDialogs, useToast } from '@interline/shared/ui'
import { renewRecoveryCodes } from './calls.ts'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ left, onNew }: { left: number; onNew: (codes: string[] | null) => void }) {
  const toast = useToast()
  const dialogs = useDialogs()
  const { make, isPending } = useChange({
    what: 'Recovery codes',
    send: renewRecoveryCodes,
    onMade: onNew,
    onFailed: (error) => toast.failure(t('failed'), failureReason(error), error),
  })

  async function renew() {
    const question = { title: t('recoveryNewTitle'), text: t('recoveryNewText'), ok: t('recoveryNew'), danger: true }
    if (left === 0 || (await dialogs.confirm(question))) make()
  }

  return (
    <div className={styles.part}>
      <h3>{t('recovery')}</h3>
      <div className={styles.row}>
        <p>{t('recoveryLeft', { count: left })}</p>
        <Button loading={isPending} onClick={() => void renew()}>
          {t('recoveryNew')}
        </Button>
      </div>
    </div>
  )
}

/** Recovery codes as they are shown once, until they are said to be kept. */
export function NewRecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const toast = useToast()
  const [isCopied, setIsCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  async function copy() {
    try {
      // Only a page of https or of this machine has a clipboard.
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch (error) {
      logFailure('Copy', error)
      toast.failure(t('copyFailed'), t('copyFailedText'))
    }
  }
  return (
    <section className={styles.part} aria-label={t('recoveryShown')}>
      <h3>{t('recoveryShown')}</h3>
      <p className="il-soft">{t('recoveryShownText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<Icon id={isCopied ? 'check' : 'copy'} />} onClick={() => void copy()}>
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button
          icon={<Icon id="download" />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="interline-recovery-codes.txt"
        >
          {t('download')}
        </Button>
        <Button type="primary" onClick={onKept}>
          {t('kept')}
        </Button>
      </div>
    </section>
  )
}
