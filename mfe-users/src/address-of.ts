import { orNotAvailable } from '@interline/shared/i18n'
import type { UserRow } from './user-row.ts'

export function addressOf({ location }: UserRow): string {
  return orNotAvailable(
    typeof location === 'object' && location !== null && 'address' in location ? location.address : null,
  )
}
