import { useState, type FormEvent } from 'react'
import { isApiError, logFailure } from '@interline/shared/api'
import { Button, failureReason, useToast } from '@interline/shared/ui'
import { changeOwnPassword } from '../api.ts'
import { isTooShort, PasswordField } from '../auth/password-field.tsx'
import { useT } from './texts.ts'
import * as styles from './my-account.module.css'

const empty = { password: '', new_password: '', repeated: '' }

/** Asks for the password of today, so that a session that was left open is not enough to change it. */
export function OwnPassword() {
  const t = useT()
  const toast = useToast()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<typeof empty>>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { password, new_password, repeated } = values
    const found = {
      ...(password === '' && { password: t('account.currentMissing') }),
      ...(isTooShort(new_password) && { new_password: t('account.tooShort') }),
      ...(new_password !== repeated && { repeated: t('reset.differ') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await changeOwnPassword(password, new_password)
      setValues(empty)
      toast.success(t('reset.done'), t('account.othersEnded'))
    } catch (failure) {
      logFailure('Change own password', failure)
      const fields = isApiError(failure) ? failure.fields : {}
      if (fields.password !== undefined || fields.new_password !== undefined)
        setErrors({
          ...(fields.password !== undefined && { password: t('account.currentWrong') }),
          ...(fields.new_password !== undefined && { new_password: fields.new_password }),
        })
      else toast.failure(t('reset.failed'), failureReason(failure), failure)
    }
    setBusy(false)
  }

  const fieldOf = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField label={t('account.current')} autoComplete="current-password" {...fieldOf('password')} />
      <PasswordField label={t('reset.password')} autoComplete="new-password" {...fieldOf('new_password')} />
      <PasswordField label={t('reset.repeat')} autoComplete="new-password" {...fieldOf('repeated')} />
      <p className={styles.hint}>{t('account.passwordHint')}</p>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('account.passwordSave')}
      </Button>
    </form>
  )
}
