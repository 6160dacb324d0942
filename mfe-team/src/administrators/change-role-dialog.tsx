import { isApiError } from '@interline/shared/api'
import type { AdminRole } from '@interline/shared/contract'
import { FormModal, RecordHistory } from '@interline/shared/forms'
import { changeRole, readAccount } from '../api.ts'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'
import { nameOf, roleText } from './account-row.ts'
import { RoleField } from './role-field.tsx'

type ChangeRoleDialogProps = { account: AdministratorRow; onClosed: () => void }

/** Gives an administrator another role; stays open with the reason inside when that fails. */
export function ChangeRoleDialog({ account, onClosed }: ChangeRoleDialogProps) {
  return (
    <FormModal<{ admin_role: AdminRole }, AdministratorRow>
      title={t('changeRole.title')}
      subtitle={nameOf(account)}
      submit={t('changeRole.submit')}
      cancel={t('changeRole.cancel')}
      what="Changing a role"
      row={account}
      valuesOf={({ admin_role = 'viewer' }) => ({ admin_role })}
      isComplete={({ admin_role }, account) => admin_role !== account.admin_role}
      send={({ admin_role }, { _id = '', revision }) =>
        changeRole({ _id, admin_role, ...(revision !== undefined && { revision }) })
      }
      reloads={['administrators']}
      latest={async (account) => (await readAccount(account._id ?? '')) ?? account}
      failed={t('changeRole.failed')}
      hintOf={(error, { admin_role }) =>
        isApiError(error) && error.changedAt !== null
          ? t('changeRole.overwrite', { role: roleText(admin_role) })
          : undefined
      }
      onClosed={onClosed}
      below={<RecordHistory resource="administrator" id={account._id ?? null} />}
    >
      {({ values }) => <RoleField role={values.admin_role} />}
    </FormModal>
  )
}
