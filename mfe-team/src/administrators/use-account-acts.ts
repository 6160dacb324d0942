import { useCallback } from 'react'
import { logFailure, refreshResource } from '@interline/shared/api'
import { failureReason, useDialogs } from '@interline/shared/ui'
import {
  disableAdministrator,
  enableAdministrator,
  removeSecondFactors,
  renewInvitation,
  withdrawInvitation,
} from '../api.ts'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'
import { nameOf } from './account-row.ts'
import type { AccountAct } from './account-columns.tsx'
import type { ShownInvitation } from './invitation-dialog.tsx'

type DirectAct = Exclude<AccountAct, 'changeRole'>

/** What is done to an account without a form: what cannot be undone is asked about first, and a failure is told. */
export function useAccountActs(onInvited: (invitation: ShownInvitation) => void) {
  const dialogs = useDialogs()

  return useCallback(
    async (act: DirectAct, account: AdministratorRow) => {
      const { _id = '', email = '' } = account
      const full_name = nameOf(account)
      if (act !== 'enable' && !(await dialogs.confirm(questionOf(act, full_name)))) return
      try {
        if (act === 'disable') await disableAdministrator(_id)
        else if (act === 'enable') await enableAdministrator(_id)
        else if (act === 'removeFactors') await removeSecondFactors(_id)
        else if (act === 'withdraw') await withdrawInvitation(_id)
        else onInvited({ ...(await renewInvitation(_id)), full_name, email })
        void refreshResource('administrators')
      } catch (error) {
        logFailure('Changing an administrator', error)
        void refreshResource('administrators')
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
