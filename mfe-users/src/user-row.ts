import { orNotAvailable } from '@interline/shared'
import type { User } from '@interline/shared/contract'

/** A user as it came over the wire: any field may be missing or of another type. */
export type UserRow = Partial<Record<keyof User, unknown>>

export const nameOf = (user: UserRow): string => orNotAvailable(user.full_name)

/** Null when the backend sent none: there is nobody to chat with then. */
export function idOf({ _id }: UserRow): string | null {
  if (typeof _id === 'number' && Number.isFinite(_id)) return String(_id)
  return typeof _id === 'string' && _id !== '' ? _id : null
}

export function addressOf({ location }: UserRow): string {
  return orNotAvailable(typeof location === 'object' && location !== null && 'address' in location ? location.address : null)
}
