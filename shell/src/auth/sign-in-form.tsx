import { useId, useRef, useState, type FormEvent } from 'react'
import { ApiError, logFailure } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { Button, Checkbox, Icon, Input, useToast, type InputRef } from '@interline/shared/ui'
import { signInAdmin } from '../api.ts'
import { useT } from '../messages.ts'
import { explainError } from './explain-error.ts'
import { PasswordField } from './password-field.tsx'
import * as styles from './form.module.css'

export function SignInForm() {
  const t = useT()
  const toast = useToast()
  const id = useId()
  const passwordBox = useRef<InputRef>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      const data = await signInAdmin({ email: email.trim(), password, ...(remember && { remember }) })
      if (!data) throw new ApiError({ kind: 'not-understood', title: 'The answer holds no session' })
      session.getState().signIn(data)
      toast.success(t('signIn.success'))
    } catch (error) {
      logFailure('Sign in', error)
      const reason = explainError(error, t)
      toast.failure(t('signIn.failure'), reason, reason === undefined ? undefined : error)
      // The toast goes away by itself; this stays until the next try.
      setFailed(t(reason === undefined ? 'signIn.checkBoth' : 'signIn.notSignedIn'))
      setBusy(false)
      passwordBox.current?.focus({ cursor: 'all' })
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <label htmlFor={`${id}-email`}>{t('signIn.email')}</label>
      <Input
        id={`${id}-email`}
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
      <PasswordField
        ref={passwordBox}
        label={t('signIn.password')}
        placeholder={t('signIn.passwordPlaceholder')}
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={failed}
      />
      <div className={styles.between}>
        <Checkbox
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
          title={t('signIn.rememberHint')}
        >
          {t('signIn.remember')}
        </Checkbox>
        <Link to="/forgot-password">{t('signIn.forgot')}</Link>
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
