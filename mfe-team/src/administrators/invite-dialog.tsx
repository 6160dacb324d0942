import { useId, useState } from 'react'
import { isApiError, logFailure, refreshResource } from '@interline/shared/api'
import type { AdminRole } from '@interline/shared/contract'
import { ChangeFailure, Modal } from '@interline/shared/forms'
import { trimmed } from '@interline/shared/i18n'
import { afterAMoment, failureReason, Input } from '@interline/shared/ui'
import { inviteAdministrator } from '../api.ts'
import { t } from '../messages.ts'
import type { ShownInvitation } from './invitation-dialog.tsx'
import { RoleField } from './role-field.tsx'
import * as styles from './administrators.module.css'

type InviteDialogProps = { open: boolean; onClose: () => void; onInvited: (invitation: ShownInvitation) => void }

const nothing = { full_name: '', email: '', admin_role: 'support' as AdminRole }

/** Invites an administrator. What was typed stays until the invitation is made, also when the dialog is closed. */
export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState(nothing)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const set = (change: Partial<typeof nothing>) => setTyped((now) => ({ ...now, ...change }))

  async function submit() {
    if (saving) return
    const full_name = trimmed(typed.full_name)
    const email = trimmed(typed.email)
    const found = {
      ...(full_name === '' && { full_name: t('invite.nameMissing') }),
      ...(!/^\S+@\S+\.\S+$/.test(email) && { email: t('invite.emailWrong') }),
    }
    setWrong(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      const made = await inviteAdministrator({ full_name, email, admin_role: typed.admin_role })
      setTyped(nothing)
      onInvited({ ...made, full_name, email })
    } catch (error) {
      logFailure('Inviting an administrator', error)
      setWrong(isApiError(error) ? error.fields : {})
      setFailure(error)
    } finally {
      setSaving(false)
      void refreshResource('administrators')
    }
  }

  const field = (name: 'full_name' | 'email', label: string, type: string) => (
    <div className={styles.field}>
      <label htmlFor={`${formId}-${name}`}>{label}</label>
      <Input
        id={`${formId}-${name}`}
        type={type}
        value={typed[name]}
        maxLength={name === 'email' ? 254 : 200}
        autoComplete="off"
        disabled={saving}
        status={wrong[name] === undefined ? '' : 'error'}
        aria-invalid={wrong[name] !== undefined}
        aria-describedby={`${formId}-${name}-wrong`}
        onChange={(event) => set({ [name]: event.target.value })}
      />
      <p id={`${formId}-${name}-wrong`} className={styles.wrong}>
        {wrong[name]}
      </p>
    </div>
  )

  return (
    <Modal
      open={open}
      onCancel={() => !saving && onClose()}
      title={t('invite.title')}
      closable={{ 'aria-label': t('invite.close') }}
      cancelText={t('invite.cancel')}
      okText={t('invite.submit')}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: saving && afterAMoment }}
      width={480}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {field('full_name', t('invite.name'), 'text')}
        {field('email', t('invite.email'), 'email')}
        <RoleField value={typed.admin_role} onChange={(admin_role) => set({ admin_role })} disabled={saving} />
      </form>
      {failure !== null && <ChangeFailure title={t('invite.failed')} reason={failureReason(failure)} error={failure} />}
    </Modal>
  )
}
