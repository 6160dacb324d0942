import { sql } from 'kysely'
import type { BookingStatus, Notification } from '@interline/shared/contract'
import type { Tx } from '../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from './audit.ts'
import { NotFoundError } from './errors.ts'
import { notifyOfChange } from './notifications.ts'

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

type BookingUpdate = {
  _id: string
  status: BookingStatus
  actor: Actor & { _id: string; full_name: string }
  /** The revision that the actor saw; without it any revision is changed. */
  revision?: number | undefined
  /** Throws when the actor may not change the booking as it is now to this status. */
  check?: (row: LockedBooking) => void
  /** The text of the notification. */
  describe: (row: LockedBooking) => string
}

/** The part of a committed change that concerns those who are connected. */
export type BookingUpdated = { _id: string; people: string[]; notification: Notification }

/**
 * Changes the status of a booking, with its audit row and notification; undefined when it has that status already.
 * Throws `NotFoundError`, and `ConflictError` when somebody else changed the booking after `revision`.
 */
export async function updateBooking(
  tx: Tx,
  { _id, status, actor, revision, check, describe }: BookingUpdate,
): Promise<BookingUpdated | undefined> {
  const row = await lockBooking(tx, _id)
  if (!row) throw new NotFoundError('booking')
  check?.(row)
  if (row.status === status) return undefined
  if (revision !== undefined && revision !== row.revision) throw await changedMeanwhile(tx, row)
  await tx
    .updateTable('bookings')
    .set({ status, changedBy: actor._id, changedAt: new Date(), revision: sql`revision + 1` })
    .where('_id', '=', _id)
    .execute()
  await recordAct(tx, {
    actor,
    act: 'change-status',
    resource: 'booking',
    targetId: _id,
    before: { status: row.status },
    after: { status },
  })
  const notification = await notifyOfChange(tx, {
    kind: 'booking-changed',
    subject: { kind: 'booking', _id },
    title: 'Booking changed',
    body: describe(row),
    actor,
    several: `${status === 'Pending' ? 'set to Pending' : status.toLowerCase()} by ${actor.full_name}`,
    before: { status: row.status },
    after: { status },
  })
  return { _id, people: [row.userId, row.driverId], notification }
}

/** The booking, locked against other changes until the transaction ends, and who changed it last. */
function lockBooking(tx: Tx, _id: string) {
  return tx
    .selectFrom('bookings')
    .select(['_id', 'status', 'revision', 'userId', 'driverId', 'userName', 'driverName', 'changedBy', 'changedAt'])
    .where('_id', '=', _id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
