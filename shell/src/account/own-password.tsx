import { useEffect, useState, type SyntheticEvent } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import { Button, failureReason, useToast } from '@interline/shared/ui'
import { changeOwnPassword } from '../api.ts'
import { isTooShort, PasswordField } from '../auth/password-field.tsx'
import { useFilledForm } from '../use-filled-form.ts'
import { t } from './texts.ts'
import * as styles from './my-account.module.css'

const empty = { password: '', new_password: '', repeated: '' }

/** Asks for the password of today, so that a session that was left open is not enough to change it. */
export function OwnPassword({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const toast = useToast()
  const { values, setValues, take, fieldOf, handlers } = useFilledForm(empty)
  // A password manager fills the password of today by itself: alone it is nothing that a person would miss.
  const isUnsaved = values.new_password !== '' || values.repeated !== ''
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved])
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

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = take(event)
    const { password, new_password, repeated } = filled
    const found = {
      ...(password === '' && { password: t('account.currentMissing') }),
      ...(isTooShort(new_password) && { new_password: t('account.tooShort') }),
      ...(new_password !== repeated && { repeated: t('reset.differ') }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) make(filled)
  }

  const propsOf = (name: keyof typeof empty) => ({ ...fieldOf(name), error: errors[name] })
  return (
    <form className={`il-form ${styles.form}`} onSubmit={submit} {...handlers} noValidate>
      <PasswordField label={t('account.current')} autoComplete="current-password" {...propsOf('password')} />
      <PasswordField label={t('reset.password')} autoComplete="new-password" {...propsOf('new_password')} />
      <PasswordField label={t('reset.repeat')} autoComplete="new-password" {...propsOf('repeated')} />
      <p className="il-hint">{t('account.passwordHint')}</p>
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('account.passwordSave')}
      </Button>
    </form>
  )
}
