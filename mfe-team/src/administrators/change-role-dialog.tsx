import { useState } from 'react'
import { isApiError, logFailure, refreshResource } from '@interline/shared/api'
import type { AdminRole } from '@interline/shared/contract'
import { ChangeFailure, Modal, RecordHistory } from '@interline/shared/forms'
import { afterAMoment, failureReason } from '@interline/shared/ui'
import { changeRole, readAccount } from '../api.ts'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'
import { nameOf, roleText } from './account-row.ts'
import { RoleField } from './role-field.tsx'

const isChangedMeanwhile = (error: unknown) => isApiError(error) && error.changedAt !== null

type ChangeRoleDialogProps = { account: AdministratorRow; open: boolean; onClose: () => void }

/** Gives an administrator another role; stays open with the reason inside when that fails. */
export function ChangeRoleDialog({ account: opened, open, onClose }: ChangeRoleDialogProps) {
  const [account, setAccount] = useState(opened)
  const [role, setRole] = useState<AdminRole>(opened.admin_role ?? 'viewer')
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function save() {
    if (saving) return
    setSaving(true)
    setFailure(null)
    try {
      const { _id = '', revision } = account
      await changeRole({ _id, admin_role: role, ...(revision !== undefined && { revision }) })
      onClose()
    } catch (error) {
      logFailure('Changing a role', error)
      if (isChangedMeanwhile(error)) setAccount((await readAccount(account._id ?? '').catch(() => account)) ?? account)
      setFailure(error)
    } finally {
      setSaving(false)
      void refreshResource('administrators')
    }
  }

  return (
    <Modal
      open={open}
      onCancel={() => !saving && onClose()}
      title={t('changeRole.title')}
      closable={{ 'aria-label': t('changeRole.cancel') }}
      onOk={() => void save()}
      okText={t('changeRole.submit')}
      cancelText={t('changeRole.cancel')}
      okButtonProps={{ disabled: role === account.admin_role, loading: saving && afterAMoment }}
      width={480}
    >
      <p className="il-modal-subtitle">{nameOf(account)}</p>
      <RoleField value={role} onChange={setRole} disabled={saving} />
      {failure !== null && (
        <ChangeFailure
          title={t('changeRole.failed')}
          reason={failureReason(failure)}
          hint={
            isChangedMeanwhile(failure) ? t('changeRole.overwrite', { role: roleText(account.admin_role) }) : undefined
          }
          error={failure}
        />
      )}
      <RecordHistory resource="administrator" id={account._id ?? null} />
    </Modal>
  )
}
