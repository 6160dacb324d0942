import { idOf, textOf } from '@interline/shared/api'
import type { HistoryEntry } from '@interline/shared/forms'
import { reloadLists, verifyDriver } from '../api.ts'
import { isVerified, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'

const texts = ['full_name', 'email', 'car_name', 'driving_licence_number', 'stripe_connect_id'] as const
const isText = (field: string): field is (typeof texts)[number] => texts.some((text) => text === field)

/**
 * What gives a driver back what an entry of their history replaced; null for other acts and for files, and where the
 * driver is not as that entry left them. Rejects with a conflict when they changed since they were read.
 */
export function undoEntry(driver: DriverRow, { act, before, after }: HistoryEntry): (() => Promise<void>) | null {
  if (!before || !after) return null
  const changed = Object.keys(before).filter((field) => before[field] !== after[field])
  const driver_id = idOf(driver._id)
  if (changed.length === 0 || driver_id === null) return null
  if (act === 'verify') {
    const { is_driver_profile_approved: was } = before
    if (typeof was !== 'boolean' || isVerified(driver) === was) return null
    const change = { driver_id, is_driver_profile_approved: was, ...revisionOf(driver) }
    return () => verifyDriver(change).finally(reloadLists)
  }
  if (act !== 'edit' || !changed.every(isText)) return null
  const isAsLeft = changed.every((field) => textOf(driver[field]) === textOf(after[field]))
  // The server takes no email away: it is what the driver signs in with.
  if (!isAsLeft || (changed.includes('email') && textOf(before['email']) === '')) return null
  const replaced = Object.fromEntries(changed.map((field) => [field, textOf(before[field])]))
  return async () => {
    const { giveBack } = await import('../edit/take-back-edit.ts')
    await giveBack(driver, replaced).finally(reloadLists)
  }
}
