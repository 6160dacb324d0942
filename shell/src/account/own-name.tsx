import { trimmed, nameMaxLength } from '@interline/shared/contract'
import { useEffect, useId, useState } from 'react'
import { isApiError, useChange } from '@interline/shared/api'
import { session, useSession } from '@interline/shared/session'
import { Button, failureReason, Input, useToast } from '@interline/shared/ui'
import { changeOwnName } from '../api.ts'
import { t } from './texts.ts'
import * as styles from './my-account.module.css'

export function OwnName({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const toast = useToast()
  const user = useSession(({ user }) => user)
  const id = useId()
  const [name, setName] = useState(user?.full_name ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const { make, isPending, error } = useChange<{ _id: string; full_name: string }>({
    what: 'Changing one’s own name',
    send: ({ full_name }) => changeOwnName(full_name),
    onMade(_, { _id, full_name }) {
      session.getState().takeOwn(_id, { full_name })
      setName(full_name)
      toast.success(t('account.nameSaved'))
    },
    onFailed(failure) {
      if (!isApiError(failure) || failure.fields.full_name === undefined)
        toast.failure(t('account.nameFailed'), failureReason(failure), failure)
    },
  })
  const full_name = trimmed(name)
  const isUnsaved = full_name !== user?.full_name
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved])
  const refused = isApiError(error) ? error.fields.full_name : undefined
  const wrong = isMissing ? t('account.nameMissing') : refused

  return (
    <form
      className={`il-form ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(full_name === '')
        if (full_name !== '' && user) make({ _id: user._id, full_name })
      }}
      noValidate
    >
      <label htmlFor={id}>{t('account.nameLabel')}</label>
      <Input
        id={id}
        size="large"
        autoComplete="name"
        maxLength={nameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...(wrong !== undefined && {
          status: 'error' as const,
          'aria-invalid': true,
          'aria-describedby': `${id}-error`,
        })}
      />
      {wrong !== undefined && (
        <p id={`${id}-error`} className={`il-wrong ${styles.error}`}>
          {wrong}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={isPending} disabled={!isUnsaved}>
        {t('account.nameSave')}
      </Button>
    </form>
  )
}
