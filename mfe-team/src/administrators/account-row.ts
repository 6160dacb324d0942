import { orNotAvailable } from '@interline/shared/i18n'
import type { AdminRole } from '@interline/shared/contract'
import type { AdministratorRow } from '../api.ts'
import { t } from '../messages.ts'

/** The kinds of administrators, from the one who may most to the one who may least. */
export const roles: readonly AdminRole[] = ['owner', 'admin', 'support', 'viewer']

export const nameOf = ({ full_name }: AdministratorRow) => orNotAvailable(full_name)

export const roleText = (role: unknown) =>
  roles.some((one) => one === role) ? t(`roles.${role as AdminRole}`) : orNotAvailable(role)

const states = ['invited', 'active', 'disabled'] as const

export const stateText = ({ state }: AdministratorRow) =>
  state !== undefined && states.includes(state) ? t(`administrators.${state}`) : orNotAvailable(state)

/** Whether the link of an invitation has expired. */
export const isOver = ({ invitation_expires_at: end }: AdministratorRow) =>
  typeof end === 'string' && Date.parse(end) <= Date.now()
