import { useId } from 'react'
import { Select } from '@interline/shared/forms'
import type { AdminRole } from '@interline/shared/contract'
import { t } from '../messages.ts'
import { roles } from './account-row.ts'
import * as styles from './administrators.module.css'

const options = roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))

type RoleFieldProps = { value: AdminRole; onChange: (role: AdminRole) => void; disabled: boolean }

/** Which role, and what it may do. */
export function RoleField({ value, onChange, disabled }: RoleFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('invite.role')}</label>
      <Select<AdminRole>
        id={id}
        aria-label={t('invite.role')}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={onChange}
        options={options}
        disabled={disabled}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t(`roleHints.${value}`)}
      </p>
    </div>
  )
}
