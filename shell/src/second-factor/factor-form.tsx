import { useId, useRef, useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import type { FactorChallenge, Proof, ProofMethod } from '@interline/shared/contract'
import { Button, failureReason, Icon, Input, type InputRef } from '@interline/shared/ui'
import { askForPasskey, knowsPasskeys, passkeyProblem } from './in-browser.ts'
import { t } from './texts.ts'
import * as styles from './second-factor.module.css'

type FactorFormProps = {
  challenge: FactorChallenge
  /** Sends it; rejects with the field `proof` when it is not right. */
  onProof: (proof: Proof) => Promise<void>
  submitText: string
}

type Typed = Exclude<ProofMethod, 'passkey'>

const fields = {
  totp: { label: 'code', missing: 'codeMissing', wrong: 'codeWrong' },
  'recovery-code': { label: 'recoveryCode', missing: 'recoveryMissing', wrong: 'recoveryWrong' },
  password: { label: 'password', missing: 'passwordMissing', wrong: 'passwordWrong' },
} as const

const attributesOf = {
  totp: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 },
  'recovery-code': { autoComplete: 'off', autoCapitalize: 'none', maxLength: 100 },
  password: { type: 'password', autoComplete: 'current-password', maxLength: 1024 },
} as const

function proofOf(method: Typed, text: string): Proof | undefined {
  if (method === 'password') return text === '' ? undefined : { method, password: text }
  const code = method === 'totp' ? text.replace(/\s/g, '') : text.trim()
  return (method === 'totp' ? /^\d{6}$/.test(code) : code !== '') ? { method, code } : undefined
}

function explain(failure: unknown, kind: 'typed' | 'passkey', wrong: string): string {
  const { proof, token } = isApiError(failure) ? failure.fields : {}
  if (proof !== undefined || (token !== undefined && kind === 'passkey')) return wrong
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
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'typed' | 'passkey' | null>(null)

  async function give(kind: 'typed' | 'passkey', make: () => Promise<Proof>, wrong: string) {
    setBusy(kind)
    setError(undefined)
    try {
      await onProof(await make())
    } catch (failure) {
      logFailure('Second factor', failure)
      setError(explain(failure, kind, wrong))
      setBusy(null)
      box.current?.focus({ cursor: 'all' })
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // React hands the event on to the form around a dialog.
    event.stopPropagation()
    if (busy || !method) return
    const proof = proofOf(method, text)
    if (!proof) return setError(t(fields[method].missing))
    void give('typed', () => Promise.resolve(proof), t(fields[method].wrong))
  }

  const usePasskey = () =>
    void give(
      'passkey',
      async () => {
        const { id, rawId, type, response, clientExtensionResults } = await askForPasskey(challenge.passkey ?? {})
        const { clientDataJSON, authenticatorData, signature, userHandle } = response
        return {
          method: 'passkey',
          response: {
            id,
            rawId,
            type: type as 'public-key',
            clientExtensionResults: { ...clientExtensionResults },
            response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
          },
        }
      },
      t('passkeyWrong'),
    )

  const change = (to: Typed) => {
    setMethod(to)
    setText('')
    setError(undefined)
  }
  const others = typedMethods.filter((one) => one !== method)
  return (
    <form className={styles.factor} onSubmit={submit} noValidate>
      {method && (
        <>
          <label htmlFor={id}>{t(fields[method].label)}</label>
          <Input
            key={method}
            ref={box}
            id={id}
            size="large"
            autoFocus
            spellCheck={false}
            {...attributesOf[method]}
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-describedby={`${id}-hint`}
            {...(error !== undefined && { status: 'error' as const, 'aria-invalid': true })}
          />
        </>
      )}
      <p id={`${id}-hint`} className={error === undefined ? styles.hint : styles.error} role="status">
        {error ?? (method === 'recovery-code' ? t('recoveryHint') : '')}
      </p>
      {method && (
        <Button type="primary" htmlType="submit" size="large" block loading={busy === 'typed'} disabled={busy !== null}>
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
          disabled={busy !== null}
          onClick={usePasskey}
        >
          {t('usePasskey')}
        </Button>
      )}
      {others.map((one) => (
        <Button key={one} type="link" disabled={busy !== null} onClick={() => change(one)}>
          {t(one === 'recovery-code' ? 'useRecovery' : 'useCode')}
        </Button>
      ))}
    </form>
  )
}
