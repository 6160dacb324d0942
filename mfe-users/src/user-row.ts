import { orNotAvailable } from '@interline/shared/i18n'
import type { User } from '@interline/shared/contract'

/** A user as it came from the API: any field may be missing or of another type. */
export type UserRow = Partial<Record<keyof User, unknown>>

export const nameOf = (user: UserRow): string => orNotAvailable(user.full_name)

export const addressOf = ({ location }: UserRow): string =>
  orNotAvailable(typeof location === 'object' && location && 'address' in location ? location.address : null)
