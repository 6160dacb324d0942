import { useId, useState, type Ref } from 'react'
import { passwordMaxLength } from '@interline/shared/contract'
import { Icon, Input, type InputRef } from '@interline/shared/ui'
import { t } from '../messages.ts'
import * as styles from './form.module.css'

type PasswordFieldProps = {
  ref?: Ref<InputRef>
  name?: string
  label: string
  placeholder?: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onValue: (value: string) => void
  required?: boolean
  /** Why the value cannot be taken; shown below the field. */
  error?: string | undefined
}

/** As the server counts: in NFKC. */
export const isTooShort = (password: string): boolean => password.normalize('NFKC').length < 10

/** A password with a toggle that shows it. */
export function PasswordField({ ref, label, value, onValue, error, ...input }: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        {...input}
        {...(ref && { ref })}
        id={id}
        type={shown ? 'text' : 'password'}
        size="large"
        maxLength={passwordMaxLength}
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        prefix={<Icon id="lock" size={18} />}
        {...(error !== undefined && {
          status: 'error' as const,
          'aria-invalid': true,
          'aria-describedby': `${id}-error`,
        })}
        suffix={
          <button
            type="button"
            className={`il-icon-button il-icon-button-small ${styles.reveal}`}
            aria-label={t(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            <Icon id={shown ? 'eye-off' : 'eye'} size={18} />
          </button>
        }
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={`il-wrong ${styles.error}`}>
          {error}
        </p>
      )}
    </>
  )
}
