import { orNotAvailable } from '@interline/shared/i18n'
import { type AdminRole, adminRoles } from '@interline/shared/contract'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'

export const nameOf = ({ full_name }: AdministratorRow) => orNotAvailable(full_name)

export const roleText = (role: unknown) =>
  adminRoles.some((one) => one === role) ? t(`roles.${role as AdminRole}`) : orNotAvailable(role)

const states = ['invited', 'active', 'disabled'] as const

export const stateText = ({ state }: AdministratorRow) =>
  state !== undefined && states.includes(state) ? t(`administrators.${state}`) : orNotAvailable(state)

/** Whether the link of an invitation has expired. */
export const isOver = ({ invitation_expires_at: end }: AdministratorRow) =>
  typeof end === 'string' && Date.parse(end) <= Date.now()
