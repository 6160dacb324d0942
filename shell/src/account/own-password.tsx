import { useState } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import { Button, failureReason, useToast } from '@interline/shared/ui'
import { changeOwnPassword } from '../api.ts'
import { isTooShort, PasswordField } from '../auth/password-field.tsx'
import { t } from './texts.ts'
import * as styles from './my-account.module.css'

const empty = { password: '', new_password: '', repeated: '' }

/** Asks for the password of today, so that a session that was left open is not enough to change it. */
export function OwnPassword() {
  const toast = useToast()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Partial<typeof empty>>({})
  const { make, isPending } = useChange<typeof empty>({
    what: 'Changing one’s own password',
    send: ({ password, new_password }) => changeOwnPassword(password, new_password),
    onMade() {
      setValues(empty)
      toast.success(t('reset.done'), t('account.othersEnded'))
    },
    onFailed(failure) {
      const { password, new_password } = isApiError(failure) ? failure.fields : {}
      if (password === undefined && new_password === undefined)
        return toast.failure(t('reset.failed'), failureReason(failure), failure)
      setErrors({
        ...(password !== undefined && { password: t('account.currentWrong') }),
        ...(new_password !== undefined && { new_password }),
      })
    },
  })

  function submit() {
    const { password, new_password, repeated } = values
    const found = {
      ...(password === '' && { password: t('account.currentMissing') }),
      ...(isTooShort(new_password) && { new_password: t('account.tooShort') }),
      ...(new_password !== repeated && { repeated: t('reset.differ') }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) make(values)
  }

  const fieldOf = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <form
      className={`il-form ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
    >
      <PasswordField label={t('account.current')} autoComplete="current-password" {...fieldOf('password')} />
      <PasswordField label={t('reset.password')} autoComplete="new-password" {...fieldOf('new_password')} />
      <PasswordField label={t('reset.repeat')} autoComplete="new-password" {...fieldOf('repeated')} />
      <p className="il-hint">{t('account.passwordHint')}</p>
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('account.passwordSave')}
      </Button>
    </form>
  )
}
