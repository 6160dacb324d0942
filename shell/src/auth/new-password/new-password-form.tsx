import { useState, type SyntheticEvent } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import { useNavigate } from '@interline/shared/router'
import { Button, useToast } from '@interline/shared/ui'
import { t } from './texts.ts'
import { explainError } from '../explain-error.ts'
import { isTooShort, PasswordField } from '../password-field.tsx'
import { useFilledForm } from '../../use-filled-form.ts'
import * as styles from '../form.module.css'

type NewPasswordFormProps = {
  send: (password: string) => Promise<void>
  /** The texts are below this key. */
  texts: 'reset' | 'invitation'
  email?: string
  /** Called when the server refused the link and not the password. */
  onRefusedLink?: () => void
}

/** Asks for a new password twice, sends it, and leads to the sign-in. */
export function NewPasswordForm({ send, texts, email = '', onRefusedLink }: NewPasswordFormProps) {
  const toast = useToast()
  const navigate = useNavigate()
  const { take, fieldOf, handlers } = useFilledForm({ password: '', repeated: '' })
  const [error, setError] = useState<{ password?: string; repeated?: string }>({})
  const { make, isPending } = useChange<string>({
    what: 'Setting a new password',
    send,
    onMade() {
      toast.success(t(`${texts}.done`), t(`${texts}.doneText`, { email }))
      void navigate('/', { replace: true })
    },
    onFailed(failure) {
      const fields = isApiError(failure) ? failure.fields : {}
      if (fields.password !== undefined) return setError({ password: fields.password })
      if (fields.token !== undefined && onRefusedLink) return onRefusedLink()
      const reason = fields.email === undefined ? undefined : t('invitation.emailTaken')
      toast.failure(t(`${texts}.failed`), reason ?? explainError(failure) ?? t(`${texts}.failedText`), failure)
    },
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const { password, repeated } = take(event)
    if (isTooShort(password)) return setError({ password: t('reset.tooShort') })
    if (password !== repeated) return setError({ repeated: t('reset.differ') })
    setError({})
    make(password)
  }

  return (
    <form className={`il-form ${styles.form}`} onSubmit={submit} {...handlers}>
      <PasswordField
        {...fieldOf('password')}
        label={t('reset.password')}
        autoComplete="new-password"
        required
        error={error.password}
      />
      <PasswordField
        {...fieldOf('repeated')}
        label={t('reset.repeat')}
        autoComplete="new-password"
        required
        error={error.repeated}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
        {t(`${texts}.submit`)}
      </Button>
    </form>
  )
}
