import { sql } from 'kysely'
import { z } from 'zod'
import type { ApproveDriver, RejectDriver } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, type Actor } from '../audit.ts'
import {
  isWaiting,
  lockDriver,
  updateDriver,
  type DriverUpdated,
  type LockedDriver,
  type Review,
} from '../driver-updates.ts'
import { ConflictError } from '../errors.ts'
import { release, requireClaim } from './claims.ts'
import { keepExpiries } from './documents.ts'

type Reviewer = Actor & { _id: string; full_name: string }

/**
 * Approves what a driver waits for: that their profile is verified, that it is verified again, or both at once. Throws
 * as `updateDriver` does, and when the driver is somebody else's or waits no more.
 */
export async function approve(
  tx: Tx,
  { _id, actor, revision, expires_on = {}, expected, reason }: ApproveDriver & { actor: Reviewer },
): Promise<DriverUpdated | undefined> {
  const row = await lockWaiting(tx, _id, actor)
  const isVerified = row.is_driver_profile_approved
  const updated = await updateDriver(tx, row, {
    actor,
    act: isVerified ? 're-verify' : 'verify',
    change: {
      ...(!isVerified && { is_driver_profile_approved: true }),
      ...(row.reverify_status === 'Pending' && { reverify_status: 'Approved' }),
    },
    revision,
    review: { decision: 'approve', reason, expires_on },
    text: isVerified ? `approved the re-verification of ${row.full_name}` : `verified ${row.full_name}'s profile`,
  })
  await keepExpiries(tx, { driverId: _id, expiries: expires_on, expected, actor })
  await release(tx, _id)
  return updated
}

/**
 * Rejects what a driver waits for, until they hand in again; a verification that they have stays. Throws as `approve`.
 */
export async function reject(
  tx: Tx,
  { _id, actor, revision, reason, note }: RejectDriver & { actor: Reviewer },
): Promise<DriverUpdated | undefined> {
  const row = await lockWaiting(tx, _id, actor)
  const updated = await updateDriver(tx, row, {
    actor,
    act: 'reject',
    change: { rejectedAt: new Date(), reverify_status: '' },
    revision,
    review: { decision: 'reject', reason, note },
    text: `rejected the documents of ${row.full_name}`,
    verb: 'rejected',
  })
  await release(tx, _id)
  return updated
}

async function lockWaiting(tx: Tx, _id: string, actor: Reviewer): Promise<LockedDriver> {
  const row = await lockDriver(tx, _id)
  await requireClaim(tx, _id, actor._id)
  if (!isWaiting(row)) throw await changedMeanwhile(tx, row)
  return row
}

/** The last rejection of a driver that was not taken back. */
export function findRejection(db: Database, driverId: string) {
  return db
    .selectFrom('driver_reviews')
    .leftJoin('people', 'people._id', 'driver_reviews.adminId')
    .select(['driver_reviews.at', 'people.full_name as by', 'reason', 'note'])
    .where('driverId', '=', driverId)
    .where('decision', '=', 'reject')
    .where('undoneAt', 'is', null)
    .orderBy('driver_reviews.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The last decision of all, or the last one about one driver if it is of this kind. */
export type WhichReview = { withinMinutes: number } & (
  { driverId?: never } | { driverId: string; decision: Review['decision'] }
)

/** The decision of this administrator that can be taken back, if there is one in that time. */
export async function findUndoable(
  db: Database,
  { adminId, withinMinutes, ...which }: WhichReview & { adminId: string },
  { lock = false } = {},
) {
  let reviews = db
    .selectFrom('driver_reviews')
    .select(['_id', 'driverId', 'decision', 'before', 'revision'])
    .where('adminId', '=', adminId)
    .where('undoneAt', 'is', null)
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${withinMinutes}::int)`)
    .orderBy('seq', 'desc')
    .limit(1)
  if (lock) reviews = reviews.forNoKeyUpdate()
  if (which.driverId !== undefined) reviews = reviews.where('driverId', '=', which.driverId)
  const review = await reviews.executeTakeFirst()
  return which.driverId === undefined || review?.decision === which.decision ? review : undefined
}

const instant = z.iso.datetime().transform((text) => new Date(text))
const earlierState = z.object({
  is_driver_profile_approved: z.boolean(),
  reverify_status: z.enum(['', 'Pending', 'Approved']),
  askedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
})

/**
 * Takes back a decision of this administrator: the driver is as before, and in the same place of the queue. Throws
 * `ConflictError` when there is none in that time, or when somebody changed the driver after it.
 */
export async function takeBack(tx: Tx, { actor, ...which }: WhichReview & { actor: Reviewer }) {
  const mine = { adminId: actor._id, ...which }
  // The driver is locked before what is about them.
  const found = await findUndoable(tx, mine)
  const row = found && (await lockDriver(tx, found.driverId))
  const review = await findUndoable(tx, mine, { lock: true })
  if (!row || review?.driverId !== row._id)
    throw new ConflictError('There is nothing to take back', {
      detail: `What you decided can be taken back for ${which.withinMinutes} minutes.`,
    })
  const { driverId, decision, revision } = review
  const updated = await updateDriver(tx, row, {
    actor,
    act: `undo-${decision}`,
    change: earlierState.parse(review.before),
    revision,
    text: `took back the ${decision === 'approve' ? 'approval' : 'rejection'} of ${row.full_name}`,
  })
  await tx.updateTable('driver_reviews').set({ undoneAt: new Date() }).where('_id', '=', review._id).execute()
  return { driverId, full_name: row.full_name, decision, updated }
}
