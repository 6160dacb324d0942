import { hangingHours } from '@interline/shared/table'
import { isBookingStatus } from '@interline/shared/ui'
import type { BookingRow } from '../api.ts'
import { instantOf } from '../ride/sort-values.ts'

/** The rule of the server's filter `hanging`, by what a row tells: not when it started, but when it was made. */
export function isHanging({ status, createdAt }: BookingRow, as: string): boolean {
  if (status !== as || !isBookingStatus(as) || (as !== 'Pending' && as !== 'Started')) return false
  const made = instantOf(createdAt)
  return made !== null && made < Date.now() - hangingHours[as] * 3_600_000
}
