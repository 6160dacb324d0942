import { useId, useState, type FormEvent } from 'react'
import { logFailure } from '@interline/shared'
import { Link } from '@interline/shared/router'
import { Button, Icon, Input, useToast } from '@interline/shared/ui'
import { askForNewPassword } from '../api.ts'
import { useSay } from '../messages.ts'
import { explainRefusal } from './explain-refusal.ts'
import { PublicPage } from './public-page.tsx'

/** Asks for the mail that sets a new password; what it answers is the same for every address. */
export function ForgotPassword() {
  const say = useSay()
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
      await askForNewPassword(email.trim())
      setSentTo(email.trim())
    } catch (error) {
      logFailure('Ask for a new password', error)
      toast.failure(say('forgot.failed'), explainRefusal(error, say) ?? say('forgot.failedText'))
    } finally {
      setBusy(false)
    }
  }

  if (sentTo !== undefined) {
    return (
      <PublicPage title={say('forgot.sent')}>
        <p className="il-notice" role="status">
          <Icon id="mail" size={18} />
          <span className="il-break">{say('forgot.sentText', { email: sentTo })}</span>
        </p>
        <BackToSignIn />
      </PublicPage>
    )
  }
  return (
    <PublicPage title={say('forgot.title')} subtitle={say('forgot.subtitle')}>
      <form className="il-form" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>{say('signIn.email')}</label>
        <Input
          id={id}
          type="email"
          required
          autoFocus
          size="large"
          maxLength={254}
          autoComplete="username"
          placeholder={say('signIn.emailPlaceholder')}
          prefix={<Icon id="mail" size={18} />}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          {say('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </PublicPage>
  )
}

export function BackToSignIn() {
  const say = useSay()
  return (
    <Link className="il-back" to="/">
      <Icon id="arrow-left" size={18} />
      {say('forgot.back')}
    </Link>
  )
}
