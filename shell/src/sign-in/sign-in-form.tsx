import { useId, useRef, useState, type FormEvent } from 'react'
import { ApiError, logFailure, session } from '@interline/shared'
import { Link } from '@interline/shared/router'
import { Button, Checkbox, Icon, Input, useToast, type InputRef } from '@interline/shared/ui'
import { signInAdmin } from '../api.ts'
import { useSay } from '../messages.ts'
import { explainRefusal } from './explain-refusal.ts'
import { PasswordField } from './password-field.tsx'

export function SignInForm() {
  const say = useSay()
  const toast = useToast()
  const id = useId()
  const passwordBox = useRef<InputRef>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const data = await signInAdmin({ email: email.trim(), password, ...(remember && { remember }) })
      if (!data) throw new ApiError({ kind: 'not-understood', title: 'The answer holds no session' })
      session.getState().signIn(data)
      toast.success(say('signIn.success'))
    } catch (error) {
      logFailure('Sign in', error)
      toast.failure(say('signIn.failure'), explainRefusal(error, say))
      setBusy(false)
      passwordBox.current?.focus({ cursor: 'all' })
    }
  }

  return (
    <form className="il-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-email`}>{say('signIn.email')}</label>
      <Input
        id={`${id}-email`}
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
      <PasswordField
        ref={passwordBox}
        label={say('signIn.password')}
        placeholder={say('signIn.passwordPlaceholder')}
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
      <div className="il-form-between">
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)} title={say('signIn.rememberHint')}>
          {say('signIn.remember')}
        </Checkbox>
        <Link to="/forgot-password">{say('signIn.forgot')}</Link>
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {say('signIn.submit')}
      </Button>
    </form>
  )
}
