import { useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { useNavigate } from '@interline/shared/router'
import { Button, useToast } from '@interline/shared/ui'
import { useT } from './texts.ts'
import { explainError } from '../explain-error.ts'
import { isTooShort, PasswordField } from '../password-field.tsx'
import * as styles from '../form.module.css'

type NewPasswordFormProps = {
  send: (password: string) => Promise<void>
  texts: { submit: string; done: string; doneText: string; failed: string; failedText: string }
  /** Called when the server refused the link and not the password. */
  onRefusedLink?: () => void
}

/** Asks for a new password twice, sends it, and leads to the sign-in. */
export function NewPasswordForm({ send, texts, onRefusedLink }: NewPasswordFormProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [error, setError] = useState<{ password?: string; repeated?: string }>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (isTooShort(password)) return setError({ password: t('reset.tooShort') })
    if (password !== repeated) return setError({ repeated: t('reset.differ') })
    setError({})
    setBusy(true)
    try {
      await send(password)
      toast.success(texts.done, texts.doneText)
      void navigate('/', { replace: true })
    } catch (failure) {
      logFailure('Set a new password', failure)
      setBusy(false)
      const fields = isApiError(failure) ? failure.fields : {}
      if (fields.password !== undefined) return setError({ password: fields.password })
      if (fields.token !== undefined && onRefusedLink) return onRefusedLink()
      const reason = fields.email === undefined ? undefined : t('invitation.emailTaken')
      toast.failure(texts.failed, reason ?? explainError(failure, t) ?? texts.failedText, failure)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <PasswordField
        label={t('reset.password')}
        autoComplete="new-password"
        required
        value={password}
        onValue={setPassword}
        error={error.password}
      />
      <PasswordField
        label={t('reset.repeat')}
        autoComplete="new-password"
        required
        value={repeated}
        onValue={setRepeated}
        error={error.repeated}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {texts.submit}
      </Button>
    </form>
  )
}
