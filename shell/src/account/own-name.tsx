import { useId, useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { trimmed } from '@interline/shared/i18n'
import { session, useSession } from '@interline/shared/session'
import { Button, failureReason, Input, useToast } from '@interline/shared/ui'
import { changeOwnName } from '../api.ts'
import { useT } from './texts.ts'
import * as styles from './my-account.module.css'

export function OwnName() {
  const t = useT()
  const toast = useToast()
  const user = useSession(({ user }) => user)
  const id = useId()
  const [name, setName] = useState(user?.full_name ?? '')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const full_name = trimmed(name)
    if (busy) return
    if (full_name === '') return setError(t('account.nameMissing'))
    setError(undefined)
    setBusy(true)
    try {
      await changeOwnName(full_name)
      const { token, user } = session.getState()
      if (token !== null && user) session.getState().signIn({ token, user: { ...user, full_name } })
      setName(full_name)
      toast.success(t('account.nameSaved'))
    } catch (failure) {
      logFailure('Change own name', failure)
      const refused = isApiError(failure) ? failure.fields.full_name : undefined
      if (refused !== undefined) setError(refused)
      else toast.failure(t('account.nameFailed'), failureReason(failure), failure)
    }
    setBusy(false)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id}>{t('account.nameLabel')}</label>
      <Input
        id={id}
        size="large"
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...(error !== undefined && {
          status: 'error' as const,
          'aria-invalid': true,
          'aria-describedby': `${id}-error`,
        })}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={busy} disabled={trimmed(name) === user?.full_name}>
        {t('account.nameSave')}
      </Button>
    </form>
  )
}
