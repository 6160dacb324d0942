import { ApiError, idOf, postForDone, refreshResource } from '@interline/shared/api'
import { driverLists, latestDriver, verifyDriver } from '../api.ts'
import { isVerified, revisionOf } from '../driver-row.ts'
import type { DriverRow } from '../driver-row.ts'
import { t } from '../messages.ts'
import { takesReason } from '../shortcomings.ts'

const changedMeanwhile = () => new ApiError({ kind: 'refused', status: 409 })

/** The driver as a change left them: with the next revision or, where there is none, if `isAsLeft` still holds. */
export async function asLeft(before: DriverRow, isAsLeft: (now: DriverRow) => boolean): Promise<DriverRow> {
  const { revision } = revisionOf(before)
  if (revision !== undefined) return { ...before, revision: revision + 1 }
  await refreshResource(...driverLists)
  const now = await latestDriver(before)
  if (!isAsLeft(now)) throw changedMeanwhile()
  return now
}

type TakeBackOptions = { isReviewed: boolean; bulkId?: string }

/**
 * Takes a Verify back that made the driver the opposite of `before`; rejects with a conflict when they were changed
 * since. `isReviewed`: the backend puts a driver back in the queue, where they were.
 */
export async function takeBackVerify(before: DriverRow, { isReviewed, bulkId }: TakeBackOptions): Promise<void> {
  const driver_id = idOf(before._id)
  if (driver_id === null) throw changedMeanwhile()
  if (isReviewed && !isVerified(before)) return postForDone('/admin/unverify-driver', { userId: driver_id }, { bulkId })
  const left = await asLeft(before, (now) => isVerified(now) !== isVerified(before))
  const reason = isVerified(before) && takesReason(before) ? t('shortcomings.undone') : undefined
  const to = { driver_id, is_driver_profile_approved: isVerified(before), ...revisionOf(left) }
  await verifyDriver({ ...to, ...(reason !== undefined && { reason }) }, bulkId)
}
