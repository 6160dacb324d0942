import { useId, useRef, useState, type FormEvent } from 'react'
import { ApiError, isApiError, logFailure } from '@interline/shared/api'
import type { FactorChallenge, LoginData } from '@interline/shared/contract'
import { problemCodes, session } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { Button, Checkbox, Icon, Input, lazyWithRetry, useToast, type InputRef } from '@interline/shared/ui'
import { signInAdmin } from '../api.ts'
import { useT } from '../messages.ts'
import { explainError } from './explain-error.ts'
import { PasswordField } from './password-field.tsx'
import * as styles from './form.module.css'

const SignInStep = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "second-factor" */ '../second-factor/sign-in-step.tsx')).SignInStep,
)

/** `onStep` is called when the second step begins, and when it is left. */
export function SignInForm({ onStep }: { onStep: (isSecond: boolean) => void }) {
  const t = useT()
  const toast = useToast()
  const id = useId()
  const passwordBox = useRef<InputRef>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [challenge, setChallenge] = useState<FactorChallenge>()

  function begin(data: LoginData | undefined) {
    if (!data) throw new ApiError({ kind: 'not-understood', title: 'The answer holds no session' })
    session.getState().signIn(data)
    toast.success(t('signIn.success'))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      begin(await signInAdmin({ email: email.trim(), password, ...(remember && { remember }) }))
    } catch (error) {
      const asked = challengeOf(error)
      if (asked) {
        setChallenge(asked)
        onStep(true)
        return setBusy(false)
      }
      logFailure('Sign in', error)
      const reason = explainError(error, t)
      toast.failure(t('signIn.failure'), reason, reason === undefined ? undefined : error)
      // The toast goes away by itself; this stays until the next try.
      setFailed(t(reason === undefined ? 'signIn.checkBoth' : 'signIn.notSignedIn'))
      setBusy(false)
      passwordBox.current?.focus({ cursor: 'all' })
    }
  }

  if (challenge)
    return (
      <SignInStep
        challenge={challenge}
        onSignedIn={begin}
        onBack={(reason) => {
          setChallenge(undefined)
          onStep(false)
          setFailed(reason)
        }}
      />
    )
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

/** What is asked for after the right password of an account with a second factor. */
function challengeOf(error: unknown): FactorChallenge | undefined {
  if (!isApiError(error) || error.code !== problemCodes.secondFactorNeeded) return undefined
  return error.body.second_factor as FactorChallenge | undefined
}
