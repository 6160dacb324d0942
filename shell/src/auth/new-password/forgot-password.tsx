import { emailMaxLength } from '@interline/shared/contract'
import { useId, useState } from 'react'
import { useChange } from '@interline/shared/api'
import { Link } from '@interline/shared/router'
import { Button, Icon, Input, useToast } from '@interline/shared/ui'
import { requestPasswordReset } from '../../api.ts'
import { t } from './texts.ts'
import { explainError } from '../explain-error.ts'
import { PublicPage } from '../public-page.tsx'
import { useFilledForm } from '../../use-filled-form.ts'
import * as pageStyles from '../public-page.module.css'
import * as styles from '../form.module.css'

/** Asks for the mail that sets a new password; what it answers is the same for every address. */
export function ForgotPassword() {
  const toast = useToast()
  const id = useId()
  const { take, fieldOf, handlers } = useFilledForm({ email: '' })
  const { onValue: setEmail, ...email } = fieldOf('email')
  const [sentTo, setSentTo] = useState<string>()
  const { make, isPending } = useChange<string>({
    what: 'Asking for a new password',
    send: requestPasswordReset,
    onMade: (_, address) => setSentTo(address),
    onFailed: (error) => toast.failure(t('forgot.failed'), explainError(error) ?? t('forgot.failedText'), error),
  })

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
      <form
        className={`il-form ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          make(take(event).email.trim())
        }}
        {...handlers}
      >
        <label htmlFor={id}>{t('signIn.email')}</label>
        <Input
          {...email}
          id={id}
          type="email"
          required
          autoFocus
          size="large"
          maxLength={emailMaxLength}
          autoComplete="username"
          placeholder={t('signIn.emailPlaceholder')}
          prefix={<Icon id="mail" size={18} />}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </PublicPage>
  )
}

export function BackToSignIn() {
  return (
    <Link className={`${styles.link} ${styles.back}`} to="/">
      <Icon id="arrow-left" size={18} />
      <span>{t('forgot.back')}</span>
    </Link>
  )
}
