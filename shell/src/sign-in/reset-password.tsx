import { useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared'
import { Link, useNavigate, useSearchParams } from '@interline/shared/router'
import { Button, useToast } from '@interline/shared/ui'
import { setNewPassword } from '../api.ts'
import { useSay } from '../messages.ts'
import { explainRefusal } from './explain-refusal.ts'
import { BackToSignIn } from './forgot-password.tsx'
import { PasswordField } from './password-field.tsx'
import { PublicPage } from './public-page.tsx'

const minLength = 10

/** Where the mail's link leads: sets a new password with the token it carries. */
export function ResetPassword() {
  const say = useSay()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  if (token === '') {
    return (
      <PublicPage title={say('reset.noToken')} subtitle={say('reset.noTokenText')}>
        <Link className="il-back" to="/forgot-password">
          {say('reset.again')}
        </Link>
      </PublicPage>
    )
  }
  return (
    <PublicPage title={say('reset.title')} subtitle={say('reset.subtitle')}>
      <ResetForm token={token} />
      <BackToSignIn />
    </PublicPage>
  )
}

function ResetForm({ token }: { token: string }) {
  const say = useSay()
  const toast = useToast()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [error, setError] = useState<{ password?: string; repeated?: string }>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (password !== repeated) return setError({ repeated: say('reset.differ') })
    setError({})
    setBusy(true)
    try {
      await setNewPassword(token, password)
      toast.success(say('reset.done'), say('reset.doneText'))
      void navigate('/', { replace: true })
    } catch (failure) {
      logFailure('Set a new password', failure)
      setBusy(false)
      const refused = isApiError(failure) ? failure.fields.password : undefined
      if (refused !== undefined) return setError({ password: refused })
      toast.failure(say('reset.failed'), explainRefusal(failure, say) ?? say('reset.failedText'))
    }
  }

  return (
    <form className="il-form" onSubmit={(event) => void submit(event)}>
      <PasswordField
        label={say('reset.password')}
        autoComplete="new-password"
        required
        minLength={minLength}
        value={password}
        onValue={setPassword}
        error={error.password}
      />
      <PasswordField
        label={say('reset.repeat')}
        autoComplete="new-password"
        required
        value={repeated}
        onValue={setRepeated}
        error={error.repeated}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {say('reset.submit')}
      </Button>
    </form>
  )
}
