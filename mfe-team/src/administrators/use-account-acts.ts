import { useCallback } from 'react'
import { makeChange } from '@interline/shared/api'
import { failureReason, useDialogs } from '@interline/shared/ui'
import {
  disableAdministrator,
  enableAdministrator,
  removeSecondFactors,
  renewInvitation,
  withdrawInvitation,
} from '../api.ts'
import type { AdministratorRow, MadeInvitation } from '../api.ts'
import { t } from '../messages.ts'
import { nameOf } from './account-row.ts'
import type { AccountAct } from './account-columns.tsx'
import type { ShownInvitation } from './invitation-dialog.tsx'

type DirectAct = Exclude<AccountAct, 'changeRole'>

const calls: Record<DirectAct, (_id: string) => Promise<unknown>> = {
  disable: disableAdministrator,
  enable: enableAdministrator,
  removeFactors: removeSecondFactors,
  withdraw: withdrawInvitation,
  renew: renewInvitation,
}

/** The acts on an account without a form: what cannot be undone is asked about first, and a failure is told. */
export function useAccountActs(onInvited: (invitation: ShownInvitation) => void) {
  const dialogs = useDialogs()

  return useCallback(
    async (act: DirectAct, account: AdministratorRow) => {
      const { _id = '', email = '' } = account
      const full_name = nameOf(account)
      if (act !== 'enable' && !(await dialogs.confirm(questionOf(act, full_name)))) return
      const change = { what: 'Changing an administrator', send: calls[act], reloads: ['administrators'] as const }
      try {
        const made = await makeChange(change, _id)
        if (act === 'renew') onInvited({ ...(made as MadeInvitation), full_name, email })
      } catch (error) {
        await dialogs.failure(t('administrators.failed'), failureReason(error), error)
      }
    },
    [dialogs, onInvited],
  )
}

const questionOf = (act: Exclude<DirectAct, 'enable'>, name: string) => ({
  title: t(`administrators.${act}Title`, { name }),
  text: t(`administrators.${act}Text`),
  ok: t(`administrators.${act}Ok`),
  danger: act !== 'renew',
})
