import { sql } from 'kysely'
import { z } from 'zod'
import type { RejectReason } from '@interline/shared/contract'
import { newId } from '../../database/ids.ts'
import type { Database, Tx } from '../../database/tables.ts'
import type { Actor } from '../audit.ts'
import { updateDriver, type DriverChanged } from '../driver-updates.ts'
import { ConflictError } from '../errors.ts'

export type Reviewer = Actor & { _id: string; full_name: string }

const instant = z.iso.datetime().transform((text) => new Date(text))
const earlierState = z.object({
  is_driver_profile_approved: z.boolean(),
  reverify_status: z.enum(['', 'Pending', 'Approved']),
  askedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
})

type Decision = { decision: 'approve' } | { decision: 'reject'; reason: RejectReason; note: string | undefined }

/** Notes what an administrator decided about a driver, so that it can be taken back; `changed` is the change itself. */
export async function recordReview(
  tx: Tx,
  { changed, adminId, ...decided }: { changed: DriverChanged; adminId: string } & Decision,
): Promise<void> {
  const { is_driver_profile_approved, reverify_status, askedAt, rejectedAt } = changed.before
  const at = new Date()
  await tx
    .insertInto('driver_reviews')
    .values({
      _id: newId(at),
      driverId: changed._id,
      adminId,
      at,
      decision: decided.decision,
      reason: decided.decision === 'reject' ? decided.reason : null,
      note: decided.decision === 'reject' ? decided.note || null : null,
      before: JSON.stringify({ is_driver_profile_approved, reverify_status, askedAt, rejectedAt }),
      revision: changed.revision,
    })
    .execute()
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
  { driverId?: never } | { driverId: string; decision: Decision['decision'] }
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

/**
 * Takes back a decision of this administrator: the driver is as before, and in the same place of the queue. Throws
 * `ConflictError` when there is none in that time, or when somebody changed the driver after it.
 */
export async function takeBack(tx: Tx, { actor, ...which }: WhichReview & { actor: Reviewer }) {
  const review = await findUndoable(tx, { adminId: actor._id, ...which }, { lock: true })
  if (!review)
    throw new ConflictError('There is nothing to take back', {
      detail: `What you decided can be taken back for ${which.withinMinutes} minutes.`,
    })
  const updated = await updateDriver(tx, {
    _id: review.driverId,
    actor,
    act: review.decision === 'approve' ? 'undo-approve' : 'undo-reject',
    change: earlierState.parse(review.before),
    revision: review.revision,
    describe: (full_name) =>
      review.decision === 'approve'
        ? `took back the approval of ${full_name}`
        : `took back the rejection of ${full_name}`,
  })
  await tx.updateTable('driver_reviews').set({ undoneAt: new Date() }).where('_id', '=', review._id).execute()
  const { full_name } = await tx
    .selectFrom('people')
    .select('full_name')
    .where('_id', '=', review.driverId)
    .executeTakeFirstOrThrow()
  return { driverId: review.driverId, full_name, decision: review.decision, updated }
}
