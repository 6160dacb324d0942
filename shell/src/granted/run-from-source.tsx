import { useId, useState } from 'react'
import { formatChatTime, useMessages, useTimeZone } from '@interline/shared'
import { Modal } from '@interline/shared/kit'
import { Input } from '@interline/shared/ui'
import { useSay } from '../messages.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { activateGrant, changeSession, readCodeFacts, type ActivationRefusal } from './activate-grant.ts'
import './run-from-source.css'

type RunFromSourceProps = { onClose: () => void; reload?: () => void }

/** Where a developer pastes the code of a grant. They sign in again: the grant is for the session that begins here. */
export function RunFromSource({ onClose, reload = () => window.location.reload() }: RunFromSourceProps) {
  const say = useSay()
  const shared = useMessages('shared')
  const timeZone = useTimeZone()
  const id = useId()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ActivationRefusal | null>(null)
  const facts = readCodeFacts(code)
  const isWrong = code.trim() !== '' && !facts

  async function submit() {
    if (!facts || password === '' || busy) return
    setBusy(true)
    setRefused(null)
    const answer = await activateGrant(code, password)
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
      title={say('source.title')}
      closable={{ 'aria-label': shared('close') }}
      cancelText={shared('cancel')}
      okText={say('source.submit')}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, disabled: !facts || password === '', loading: busy }}
      width={560}
    >
      <p className="il-modal-subtitle">{say('source.text')}</p>
      <form
        id={`${id}-form`}
        className="il-source"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label htmlFor={`${id}-code`}>{say('source.code')}</label>
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
          <p id={`${id}-wrong`} className="il-form-error">
            {say('source.refused.not-a-code')}
          </p>
        )}
        {facts && (
          <>
            <dl className="il-details">
              {(['remote', 'origin', 'admin'] as const).map((fact) => (
                <div key={fact}>
                  <dt>{say(`source.${fact}`)}</dt>
                  <dd>{facts[fact]}</dd>
                </div>
              ))}
              <div>
                <dt>{say('source.until')}</dt>
                <dd>{formatChatTime(facts.expiresAt, timeZone)}</dd>
              </div>
            </dl>
            <input hidden readOnly autoComplete="username" value={facts.admin} />
            <PasswordField label={say('source.password', { admin: facts.admin })} autoComplete="current-password" required value={password} onValue={setPassword} />
            <p className="il-source-hint">{say('source.hint')}</p>
          </>
        )}
        {refused && (
          <p className="il-form-error" role="alert">
            {say(`source.refused.${refused}`)}
          </p>
        )}
      </form>
    </Modal>
  )
}
