import { idOf, textOf } from '@interline/shared/api'
import type { HistoryEntry } from '@interline/shared/forms'
import { editDriver, reloadLists, verifyDriver } from '../api.ts'
import { isVerified, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { editForm, isTextField, valuesOf } from '../edit/edit-form.ts'

/**
 * What gives a driver back what an entry of their history replaced; null for other acts and for files, and where the
 * driver is not as that entry left them. Rejects with a conflict when they changed since they were read.
 */
export function undoEntry(driver: DriverRow, { act, before, after }: HistoryEntry): (() => Promise<void>) | null {
  if (!before || !after) return null
  const changed = Object.keys(before).filter((field) => before[field] !== after[field])
  if (changed.length === 0) return null
  if (act === 'verify') return undoVerify(driver, before, after)
  if (act !== 'edit' || !changed.every(isTextField)) return null
  const isAsLeft = changed.every((field) => textOf(driver[field]) === textOf(after[field]))
  // The server takes no email away: it is what the driver signs in with.
  if (!isAsLeft || (changed.includes('email') && textOf(before['email']) === '')) return null
  const replaced = Object.fromEntries(changed.map((field) => [field, textOf(before[field])]))
  return () => editDriver(editForm(driver, { ...valuesOf(driver), ...replaced }, {})).finally(reloadLists)
}

type Values = Record<string, unknown>

function undoVerify(driver: DriverRow, before: Values, after: Values): (() => Promise<void>) | null {
  const { is_driver_profile_approved: was } = before
  const driver_id = idOf(driver._id)
  const isAsLeft = isVerified(driver) === after['is_driver_profile_approved']
  if (driver_id === null || typeof was !== 'boolean' || !isAsLeft) return null
  const change = { driver_id, is_driver_profile_approved: was, ...revisionOf(driver) }
  return () => verifyDriver(change).finally(reloadLists)
}
