import { useId, useState } from 'react'
import { formatDateTime } from '@interline/shared/time'
import { addMessages, useMessages } from '@interline/shared/i18n'
import { useTimeZone } from '@interline/shared/session'
import { Modal } from '@interline/shared/forms'
import { Input } from '@interline/shared/ui'
import { useT } from '../messages.ts'
import { PasswordField } from '../auth/password-field.tsx'
import english from './run-from-source.en.json'
import { activateOverride, changeSession, readCodeFacts, type ActivationError } from './activate-override.ts'
import * as styles from './run-from-source.module.css'

// Loaded with the dialog, not with the frame.
addMessages('shell', english)

type RunFromSourceProps = { onClose: () => void; reload?: () => void }

/** Where a developer pastes the code of a grant. They sign in again: the grant is for the session that begins here. */
export function RunFromSource({ onClose, reload = () => window.location.reload() }: RunFromSourceProps) {
  const t = useT()
  const shared = useMessages('shared')
  const timeZone = useTimeZone()
  const id = useId()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ActivationError | null>(null)
  const facts = readCodeFacts(code)
  const isWrong = code.trim() !== '' && !facts

  async function submit() {
    if (!facts || password === '' || busy) return
    setBusy(true)
    setRefused(null)
    const answer = await activateOverride(code, password)
    if (typeof answer === 'string') {
      setRefused(answer)
      setBusy(false)
      return
    }
    await changeSession(answer)
    reload()
  }

  return (
    <Modal
      open
      onCancel={() => !busy && onClose()}
      title={t('source.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={shared('cancel')}
      okText={t('source.submit')}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, disabled: !facts || password === '', loading: busy }}
      width={560}
    >
      <p className="il-modal-subtitle">{t('source.text')}</p>
      <form
        id={`${id}-form`}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label htmlFor={`${id}-code`}>{t('source.code')}</label>
        <Input.TextArea
          id={`${id}-code`}
          autoFocus
          rows={4}
          maxLength={6000}
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          {...(isWrong && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-wrong` })}
        />
        {isWrong && (
          <p id={`${id}-wrong`} className={styles.error}>
            {t('source.refused.not-a-code')}
          </p>
        )}
        {facts && (
          <>
            <dl className="il-details">
              {(['remote', 'origin', 'admin'] as const).map((fact) => (
                <div key={fact}>
                  <dt>{t(`source.${fact}`)}</dt>
                  <dd>{facts[fact]}</dd>
                </div>
              ))}
              <div>
                <dt>{t('source.until')}</dt>
                <dd>{formatDateTime(facts.expiresAt, timeZone)}</dd>
              </div>
            </dl>
            <input hidden readOnly autoComplete="username" value={facts.admin} />
            <PasswordField
              label={t('source.password', { admin: facts.admin })}
              autoComplete="current-password"
              required
              value={password}
              onValue={setPassword}
            />
            <p className={styles.hint}>{t('source.hint')}</p>
          </>
        )}
        {refused && (
          <p className={styles.error} role="alert">
            {t(`source.refused.${refused}`)}
          </p>
        )}
      </form>
    </Modal>
  )
}
