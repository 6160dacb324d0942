import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import {
  type AdminLogin,
  type FactorChallenge,
  type LoginData,
  emailMaxLength,
  problemCodes,
} from '@interline/shared/contract'
import { session } from '@interline/shared/session'
import { Link } from '@interline/shared/router'
import { Button, Checkbox, Icon, Input, lazyWithRetry, useToast, type InputRef } from '@interline/shared/ui'
import { signInAdmin } from '../api.ts'
import { t } from '../messages.ts'
import { explainError } from './explain-error.ts'
import { PasswordField } from './password-field.tsx'
import { useFilledForm } from '../use-filled-form.ts'
import * as styles from './form.module.css'

const SignInStep = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "second-factor" */ '../second-factor/sign-in-step.tsx')).SignInStep,
)

/** `onStep` is called when the second step begins, and when it is left. */
export function SignInForm({ onStep }: { onStep: (isSecond: boolean) => void }) {
  const toast = useToast()
  const id = useId()
  const passwordBox = useRef<InputRef>(null)
  const { take, fieldOf, handlers } = useFilledForm({ email: '', password: '' })
  const { onValue: setEmail, ...email } = fieldOf('email')
  const [remember, setRemember] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [challenge, setChallenge] = useState<FactorChallenge>()

  function begin(data: LoginData) {
    session.getState().signIn(data)
    toast.success(t('signIn.success'))
  }

  const { make, isPending } = useChange<AdminLogin, Answer>({
    what: 'Signing in',
    send: signInOrAsk,
    onMade(answer) {
      if ('data' in answer) return begin(answer.data)
      setChallenge(answer.asked)
      onStep(true)
    },
    onFailed(error) {
      const reason = explainError(error)
      toast.failure(t('signIn.failure'), reason, reason === undefined ? undefined : error)
      // The toast goes away by itself; this stays until the next try.
      setFailed(t(reason === undefined ? 'signIn.checkBoth' : 'signIn.notSignedIn'))
      passwordBox.current?.focus({ cursor: 'all' })
    },
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setFailed(undefined)
    const filled = take(event)
    make({ ...filled, email: filled.email.trim(), ...(remember && { remember }) })
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
    <form className={`il-form ${styles.form}`} onSubmit={submit} {...handlers}>
      <label htmlFor={`${id}-email`}>{t('signIn.email')}</label>
      <Input
        {...email}
        id={`${id}-email`}
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
      <PasswordField
        {...fieldOf('password')}
        ref={passwordBox}
        label={t('signIn.password')}
        placeholder={t('signIn.passwordPlaceholder')}
        autoComplete="current-password"
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
        <Link className={styles.link} to="/forgot-password">
          {t('signIn.forgot')}
        </Link>
      </div>
      <Button type="primary" htmlType="submit" size="large" block loading={isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}

/** `asked` is the second step, which follows the right password of an account with a second factor. */
type Answer = { data: LoginData } | { asked: FactorChallenge }

async function signInOrAsk(login: AdminLogin): Promise<Answer> {
  try {
    return { data: await signInAdmin(login) }
  } catch (error) {
    const isAsked = isApiError(error) && error.code === problemCodes.secondFactorNeeded
    const asked = isAsked ? (error.body.second_factor as FactorChallenge | undefined) : undefined
    if (!asked) throw error
    return { asked }
  }
}
