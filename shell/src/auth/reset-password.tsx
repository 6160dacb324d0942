import { useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { Link, useNavigate, useSearchParams } from '@interline/shared/router'
import { Button, useToast } from '@interline/shared/ui'
import { setNewPassword } from '../api.ts'
import { useT } from '../messages.ts'
import { explainError } from './explain-error.ts'
import { BackToSignIn } from './forgot-password.tsx'
import { PasswordField } from './password-field.tsx'
import { PublicPage } from './public-page.tsx'
import * as styles from './form.module.css'

const minLength = 10

/** Where the mail's link leads: sets a new password with the token in its address. */
export function ResetPassword() {
  const t = useT()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  if (token === '') {
    return (
      <PublicPage title={t('reset.noToken')} subtitle={t('reset.noTokenText')}>
        <Link className={styles.back} to="/forgot-password">
          {t('reset.again')}
        </Link>
      </PublicPage>
    )
  }
  return (
    <PublicPage title={t('reset.title')} subtitle={t('reset.subtitle')}>
      <ResetForm token={token} />
      <BackToSignIn />
    </PublicPage>
  )
}

function ResetForm({ token }: { token: string }) {
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
    if (password !== repeated) return setError({ repeated: t('reset.differ') })
    setError({})
    setBusy(true)
    try {
      await setNewPassword(token, password)
      toast.success(t('reset.done'), t('reset.doneText'))
      void navigate('/', { replace: true })
    } catch (failure) {
      logFailure('Set a new password', failure)
      setBusy(false)
      const refused = isApiError(failure) ? failure.fields.password : undefined
      if (refused !== undefined) return setError({ password: refused })
      toast.failure(t('reset.failed'), explainError(failure, t) ?? t('reset.failedText'), failure)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <PasswordField
        label={t('reset.password')}
        autoComplete="new-password"
        required
        minLength={minLength}
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
        {t('reset.submit')}
      </Button>
    </form>
  )
}
