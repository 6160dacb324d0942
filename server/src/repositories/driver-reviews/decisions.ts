import type { ApproveDriver, RejectDriver } from '@interline/shared/contract'
import type { Tx } from '../../database/tables.ts'
import { changedMeanwhile } from '../audit.ts'
import { updateDriver, type DriverChanged, type LockedDriver } from '../driver-updates.ts'
import { isWaiting } from '../drivers.ts'
import { NotFoundError } from '../errors.ts'
import { release, requireClaim } from './claims.ts'
import { describeApproval, keepExpiries } from './documents.ts'
import { recordReview, type Reviewer } from './reviews.ts'

/** What an approval consists of: one of them, or both. */
const approvals = [
  {
    act: 'verify',
    isNeeded: (row: LockedDriver) => !row.is_driver_profile_approved,
    change: { is_driver_profile_approved: true },
    describe: (full_name: string) => `verified ${full_name}'s profile`,
  },
  {
    act: 're-verify',
    isNeeded: (row: LockedDriver) => row.reverify_status === 'Pending',
    change: { reverify_status: 'Approved' as const },
    describe: (full_name: string) => `approved the re-verification of ${full_name}`,
  },
]

/**
 * Approves what a driver waits for. Throws as `updateDriver` does, and when the driver is somebody else's or waits no
 * more.
 */
export async function approve(
  tx: Tx,
  { _id, actor, revision, expires_on = {}, expected, reason }: ApproveDriver & { actor: Reviewer },
): Promise<DriverChanged[]> {
  const changes: DriverChanged[] = []
  let row: LockedDriver | undefined
  for (const { act, isNeeded, change, describe } of approvals) {
    if (row && !isNeeded(row)) continue
    const changed: DriverChanged | undefined = await updateDriver(tx, {
      _id,
      actor,
      act,
      change,
      revision: changes.length === 0 ? revision : undefined,
      check: async (now) => {
        if (!row) await requireWaiting(tx, now, actor)
        row ??= now
      },
      details: (now) => describeApproval(tx, now, { reason, expires_on }),
      describe,
    })
    if (changed) changes.push(changed)
  }
  const [first] = changes
  const last = changes.at(-1)
  if (!first || !last) throw new NotFoundError('driver')
  await recordReview(tx, {
    changed: { ...last, before: first.before },
    adminId: actor._id,
    decision: 'approve',
  })
  await keepExpiries(tx, { driverId: _id, expiries: expires_on, expected, actor })
  await release(tx, _id)
  return changes
}

/**
 * Rejects what a driver waits for, until they hand in again; a verification that they have stays. Throws as `approve`.
 */
export async function reject(
  tx: Tx,
  { _id, actor, revision, reason, note }: RejectDriver & { actor: Reviewer },
): Promise<DriverChanged> {
  const changed = await updateDriver(tx, {
    _id,
    actor,
    act: 'reject',
    change: { rejectedAt: new Date(), reverify_status: '' },
    revision,
    details: { reason, ...(note && { note }) },
    check: (row) => requireWaiting(tx, row, actor),
    describe: (full_name) => `rejected the documents of ${full_name}`,
    verb: 'rejected',
  })
  if (!changed) throw new NotFoundError('driver')
  await recordReview(tx, { changed, adminId: actor._id, decision: 'reject', reason, note })
  await release(tx, _id)
  return changed
}

async function requireWaiting(tx: Tx, row: LockedDriver, actor: Reviewer): Promise<void> {
  await requireClaim(tx, row._id, actor._id)
  if (!isWaiting(row)) throw await changedMeanwhile(tx, row)
}
