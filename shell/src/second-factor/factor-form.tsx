import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import {
  type FactorChallenge,
  type Proof,
  type ProofMethod,
  factorMaxLength,
  passwordMaxLength,
} from '@interline/shared/contract'
import { Button, failureReason, Icon, Input, type InputRef } from '@interline/shared/ui'
import { useFilledForm } from '../use-filled-form.ts'
import { askForPasskey, knowsPasskeys, passkeyProblem } from './in-browser.ts'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

type FactorFormProps = {
  challenge: FactorChallenge
  /** Sends it; rejects with the field `proof` or `code` when it is not right. */
  onProof: (proof: Proof) => Promise<void>
  submitText: string
}

type Typed = Exclude<ProofMethod, 'passkey'>
/** A factor that is given, and the words for one that is not right. */
type Given = { kind: 'typed' | 'passkey'; proof: () => Promise<Proof>; wrong: string }

const fields = {
  totp: { label: 'code', missing: 'codeMissing', wrong: 'codeWrong' },
  'recovery-code': { label: 'recoveryCode', missing: 'recoveryMissing', wrong: 'recoveryWrong' },
  password: { label: 'password', missing: 'passwordMissing', wrong: 'passwordWrong' },
} as const

const attributesOf = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 },
  'recovery-code': { autoComplete: 'off', autoCapitalize: 'none', maxLength: factorMaxLength },
  password: { type: 'password', autoComplete: 'current-password', maxLength: passwordMaxLength },
} as const

function proofOf(method: Typed, text: string): Proof | undefined {
  if (method === 'password') return text === '' ? undefined : { method, password: text }
  const code = method === 'totp' ? text.replace(/\s/g, '') : text.trim()
  return (method === 'totp' ? /^\d{6}$/.test(code) : code !== '') ? { method, code } : undefined
}

function explain(failure: unknown, kind: Given['kind'], wrong: string): string {
  const { proof, code, token } = isApiError(failure) ? failure.fields : {}
  if (proof !== undefined || code !== undefined || (token !== undefined && kind === 'passkey')) return wrong
  return token === undefined ? (passkeyProblem(failure) ?? failureReason(failure)) : t('tooLate')
}

/** One of the factors that are asked for: a code, a passkey, a recovery code or the password. */
export function FactorForm({ challenge, onProof, submitText }: FactorFormProps) {
  const id = useId()
  const box = useRef<InputRef>(null)
  const canPasskey = challenge.methods.includes('passkey') && challenge.passkey !== null && knowsPasskeys()
  const typedMethods = challenge.methods.filter((one): one is Typed => one !== 'passkey')
  const first = typedMethods.find((one) => one !== 'recovery-code')
  const [method, setMethod] = useState<Typed | null>(first ?? (canPasskey ? null : (typedMethods[0] ?? null)))
  const { take, fieldOf, handlers } = useFilledForm({ factor: '' })
  const { onValue: setText, ...field } = fieldOf('factor')
  const [error, setError] = useState<string>()
  const { make, isPending, payload } = useChange<Given>({
    what: 'Second factor',
    send: async ({ proof }) => onProof(await proof()),
    onFailed(failure, { kind, wrong }) {
      setError(explain(failure, kind, wrong))
      box.current?.focus({ cursor: 'all' })
    },
  })
  const busy = isPending ? payload?.kind : undefined

  function give(given: Given) {
    setError(undefined)
    make(given)
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    // React hands the event on to the form around a dialog.
    event.stopPropagation()
    if (isPending || !method) return
    const proof = proofOf(method, take(event).factor)
    if (!proof) return setError(t(fields[method].missing))
    give({ kind: 'typed', proof: () => Promise.resolve(proof), wrong: t(fields[method].wrong) })
  }

  const usePasskey = () =>
    give({ kind: 'passkey', proof: () => askForPasskey(challenge.passkey ?? {}), wrong: t('passkeyWrong') })

  const change = (to: Typed) => {
    setMethod(to)
    setText('')
    setError(undefined)
  }
  const others = typedMethods.filter((one) => one !== method)
  return (
    <form className={`il-form ${styles.factor}`} onSubmit={submit} {...handlers} noValidate>
      {method && (
        <>
          <label htmlFor={id}>{t(fields[method].label)}</label>
          <Input
            key={method}
            ref={box}
            {...field}
            id={id}
            size="large"
            autoFocus
            spellCheck={false}
            {...attributesOf[method]}
            onChange={(event) => setText(event.target.value)}
            aria-describedby={`${id}-hint`}
            {...(error !== undefined && { status: 'error' as const, 'aria-invalid': true })}
          />
        </>
      )}
      <p id={`${id}-hint`} className={error === undefined ? 'il-hint' : 'il-wrong'} role="status">
        {error ?? (method === 'recovery-code' ? t('recoveryHint') : '')}
      </p>
      {method && (
        <Button type="primary" htmlType="submit" size="large" block loading={busy === 'typed'} disabled={isPending}>
          {submitText}
        </Button>
      )}
      {canPasskey && (
        <Button
          type={method ? 'default' : 'primary'}
          size="large"
          block
          autoFocus={!method}
          icon={<Icon id="lock" />}
          loading={busy === 'passkey'}
          disabled={isPending}
          onClick={usePasskey}
        >
          {t('usePasskey')}
        </Button>
      )}
      {others.map((one) => (
        <Button key={one} type="link" disabled={isPending} onClick={() => change(one)}>
          {t(one === 'recovery-code' ? 'useRecovery' : 'useCode')}
        </Button>
      ))}
    </form>
  )
}
