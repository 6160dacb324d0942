import { sql } from 'kysely'
import {
  dayKey,
  driverFileFields,
  type DocumentExpiries,
  type DriverFileField,
  type Notification,
  type RejectReason,
} from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import { personKeys } from '../database/search-keys.ts'
import type { Tx } from '../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from './audit.ts'
import { fileDocuments, type NewDocument } from './documents.ts'
import { documents, driverColumns, eachDocument, type DriverRow } from './drivers.ts'
import { NotFoundError, writeEmail } from './errors.ts'
import { createNotification, notifyOfChange } from './notifications.ts'

type ReviewDates = { askedAt: Date | null; rejectedAt: Date | null }

type DriverChange = Partial<
  Pick<
    DriverRow,
    | 'full_name'
    | 'email'
    | 'car_name'
    | 'driving_licence_number'
    | 'stripe_connect_id'
    | 'is_driver_profile_approved'
    | 'reverify_status'
  > &
    ReviewDates
>

/** All that an administrator decides about a driver, and why. */
export type Review =
  | { decision: 'approve'; reason?: string | undefined; expires_on?: Partial<DocumentExpiries> | undefined }
  | { decision: 'reject'; reason: RejectReason; note?: string | undefined }

type DriverUpdate = {
  actor: Actor & { _id: string; full_name: string }
  /** The name of the act in the audit. */
  act: string
  change: DriverChange
  /** New documents, in the place of those that the driver has. */
  files?: (NewDocument & { kind: DriverFileField })[]
  /** The revision that the actor saw; without it any revision is changed. */
  revision: number | undefined
  /** The decision that the change carries out: it is stored, so that it can be taken back. */
  review?: Review | undefined
  /** The act in words, for the notification: "verified Jane Doe's profile". None is made without it. */
  text?: string
  /** The same of several, in one word: "changed" without it. */
  verb?: string | undefined
}

/** The part of a committed change that concerns those who are connected. */
export type DriverUpdated = { _id: string; isRenamed: boolean; notification: Notification | undefined }

/** The driver, locked against other changes until the transaction ends. Throws `NotFoundError`. */
export async function lockDriver(tx: Tx, _id: string) {
  const row = await tx
    .selectFrom('people')
    .where('role', '=', 'driver')
    .where('erasedAt', 'is', null)
    .select([...driverColumns, documents, 'askedAt', 'rejectedAt', 'changedBy', 'changedAt'])
    .where('_id', '=', _id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError('driver')
  return row
}

export type LockedDriver = Awaited<ReturnType<typeof lockDriver>>

/**
 * Changes a locked driver, with its audit row and notification; undefined when the driver is as wanted already, so that
 * a change can be repeated. Throws `EmailTakenError`, and `ConflictError` when somebody else changed the driver after
 * `revision`.
 */
export async function updateDriver(
  tx: Tx,
  row: LockedDriver,
  { actor, act, change, files = [], revision, review, text, verb = 'changed' }: DriverUpdate,
): Promise<DriverUpdated | undefined> {
  const { _id } = row
  const before = Object.fromEntries(Object.entries(row).filter(([field]) => Object.hasOwn(change, field)))
  if (files.length === 0 && Object.entries(change).every(([field, value]) => before[field] === value)) return undefined
  if (revision !== undefined && revision !== row.revision) throw await changedMeanwhile(tx, row)
  await writeChange(tx, row, change, actor._id, files)
  const filed = files.map(({ kind, key, name }) => ({ [kind]: key, [`${kind}_name`]: name }))
  const replaced = files.map(({ kind }) => ({ [kind]: row[kind], [`${kind}_name`]: eachDocument(row, 'name')[kind] }))
  await recordAct(tx, {
    actor,
    act,
    resource: 'driver',
    targetId: _id,
    before: Object.assign(before, ...replaced) as object,
    after: Object.assign({}, change, ...filed, review && describeReview(row, review)) as object,
  })
  if (review) await storeReview(tx, row, review, actor._id)
  const notification =
    text === undefined
      ? undefined
      : await notifyOfChange(tx, {
          kind: 'driver-changed',
          subject: { kind: 'driver', _id },
          title: 'Driver changed',
          body: `${actor.full_name} ${text}.`,
          actor,
          several: `${verb} by ${actor.full_name}`,
          before: decidedOf(before),
          after: decidedOf(change),
        })
  const isRenamed = change.full_name !== undefined && change.full_name !== row.full_name
  return { _id, isRenamed, notification }
}

/** All that the audit says of a decision: its reason, and which documents were missing or expired at an approval. */
function describeReview(row: LockedDriver, review: Review): object {
  const { decision, reason } = review
  if (decision === 'reject') return { reason, ...(review.note && { note: review.note }) }
  const days = { ...eachDocument(row, 'expires_on'), ...review.expires_on }
  // The office's time zone is not known here: a day is over where it is over everywhere.
  const today = dayKey(Date.now(), 'Etc/GMT+12') ?? ''
  const shortcomings = driverFileFields.flatMap((document) => {
    const [name, day] = [document.replace('_', ' '), days[document]]
    if (row[document] === null) return `${name} missing`
    return day != null && day < today ? `${name} expired on ${day}` : []
  })
  return {
    ...(shortcomings.length > 0 && { shortcomings, reason: 'no reason given' }),
    ...(reason !== undefined && { reason }),
  }
}

async function storeReview(tx: Tx, row: LockedDriver, review: Review, adminId: string): Promise<void> {
  const { is_driver_profile_approved, reverify_status, askedAt, rejectedAt } = row
  const at = new Date()
  await tx
    .insertInto('driver_reviews')
    .values({
      _id: newId(at),
      driverId: row._id,
      adminId,
      at,
      decision: review.decision,
      reason: review.decision === 'reject' ? review.reason : null,
      note: review.decision === 'reject' ? review.note || null : null,
      before: JSON.stringify({ is_driver_profile_approved, reverify_status, askedAt, rejectedAt }),
      revision: row.revision + 1,
    })
    .execute()
}

const decided = new Set(['is_driver_profile_approved', 'reverify_status', 'rejectedAt'])

/** All that an Undo gives back; other fields are not stored a second time. */
const decidedOf = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => decided.has(name)))

/** A driver asks to be verified again; undefined when they have asked already. Throws `NotFoundError`. */
export async function requestReverification(
  tx: Tx,
  driver: Actor & { _id: string; full_name: string },
): Promise<DriverUpdated | undefined> {
  const { _id, full_name } = driver
  const row = await lockDriver(tx, _id)
  if (row.reverify_status === 'Pending') return undefined
  const change = { reverify_status: 'Pending' as const }
  await writeChange(tx, row, change, _id)
  const before = { reverify_status: row.reverify_status }
  await recordAct(tx, {
    actor: driver,
    act: 'ask-verification',
    resource: 'driver',
    targetId: _id,
    before,
    after: change,
  })
  const text = `${full_name} asks to be verified again.`
  return {
    _id,
    isRenamed: false,
    notification: await createNotification(tx, {
      kind: 're-verification-asked',
      subject: { kind: 'driver', _id },
      title: 'Re-verification asked',
      body: text,
    }),
  }
}

async function writeChange(
  tx: Tx,
  row: LockedDriver,
  change: DriverChange,
  changedBy: string,
  files: NewDocument[] = [],
): Promise<void> {
  await writeEmail(
    tx
      .updateTable('people')
      .set({
        ...datesAfter(row, change, files),
        ...change,
        ...personKeys({ ...row, ...change }),
        changedBy,
        changedAt: new Date(),
        revision: sql`revision + 1`,
      })
      .where('_id', '=', row._id)
      .execute(),
    'belongs to somebody else',
  )
  await fileDocuments(tx, row._id, files, changedBy)
}

/** A rejection ends when the driver hands in again or is verified after all; who begins to wait does so from now on. */
function datesAfter(row: LockedDriver, change: DriverChange, files: NewDocument[]): Partial<ReviewDates> {
  const isOver = change.reverify_status === 'Pending' || change.is_driver_profile_approved === true || files.length > 0
  const ended = isOver && row.rejectedAt !== null ? { rejectedAt: null } : {}
  const begins =
    !isWaiting(row) &&
    isWaiting({ ...row, ...ended, ...change, ...Object.fromEntries(files.map(({ kind, key }) => [kind, key])) })
  return { ...ended, ...(begins && { askedAt: new Date() }) }
}

type ReviewedFields = Pick<
  DriverRow,
  'driving_licence' | 'car_document' | 'car_insurance' | 'is_driver_profile_approved' | 'reverify_status'
> & { rejectedAt: Date | null }

/** `waits` of drivers.ts, of a row that was read. */
export const isWaiting = (row: ReviewedFields): boolean =>
  row.rejectedAt === null &&
  (row.reverify_status === 'Pending' ||
    (!row.is_driver_profile_approved && driverFileFields.some((field) => row[field] !== null)))
