import { useId, useState, type FormEvent } from 'react'
import { logFailure } from '@interline/shared/api'
import { Link } from '@interline/shared/router'
import { Button, Icon, Input, useToast } from '@interline/shared/ui'
import { requestPasswordReset } from '../../api.ts'
import { useT } from './texts.ts'
import { explainError } from '../explain-error.ts'
import { PublicPage } from '../public-page.tsx'
import * as pageStyles from '../public-page.module.css'
import * as styles from '../form.module.css'

/** Asks for the mail that sets a new password; what it answers is the same for every address. */
export function ForgotPassword() {
  const t = useT()
  const toast = useToast()
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await requestPasswordReset(email.trim())
      setSentTo(email.trim())
    } catch (error) {
      logFailure('Ask for a new password', error)
      toast.failure(t('forgot.failed'), explainError(error, t) ?? t('forgot.failedText'), error)
    } finally {
      setBusy(false)
    }
  }

  if (sentTo !== undefined) {
    return (
      <PublicPage title={t('forgot.sent')}>
        <p className={pageStyles.notice} role="status">
          <Icon id="mail" size={18} />
          <span className="il-break">{t('forgot.sentText', { email: sentTo })}</span>
        </p>
        <BackToSignIn />
      </PublicPage>
    )
  }
  return (
    <PublicPage title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{t('signIn.email')}</label>
        <Input
          id={id}
          type="email"
          required
          autoFocus
          size="large"
          maxLength={254}
          autoComplete="username"
          placeholder={t('signIn.emailPlaceholder')}
          prefix={<Icon id="mail" size={18} />}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </PublicPage>
  )
}

export function BackToSignIn() {
  const t = useT()
  return (
    <Link className={styles.back} to="/">
      <Icon id="arrow-left" size={18} />
      {t('forgot.back')}
    </Link>
  )
}
