import { sql } from 'kysely'
import type { DriverFileField, Notification } from '@interline/shared/contract'
import { personKeys } from '../database/search-keys.ts'
import type { Tx } from '../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from './audit.ts'
import { fileDocuments, type NewDocument } from './documents.ts'
import { documents, driverColumns, eachDocument, isWaiting, type DriverRow } from './drivers.ts'
import { NotFoundError, writeEmail } from './errors.ts'
import { notifyOfChange } from './change-notifications.ts'
import { createNotification } from './notifications.ts'

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

export type LockedDriver = NonNullable<Awaited<ReturnType<typeof lockDriver>>>

type DriverUpdate = {
  _id: string
  actor: Actor & { _id: string; full_name: string }
  /** The name of the act in the audit. */
  act: string
  change: DriverChange
  /** New documents, in the place of those that the driver has. */
  files?: (NewDocument & { kind: DriverFileField })[]
  /** The revision that the actor saw; without it any revision is changed. */
  revision: number | undefined
  /** What the audit says of the act beside the fields that changed. */
  details?: object | ((row: LockedDriver) => Promise<object>)
  /** Throws when the driver as it is now does not allow the change. */
  check?: (row: LockedDriver) => void | Promise<void>
  /** What the actor did, for the notification: "verified Jane Doe's profile". None is made without it. */
  describe?: (full_name: string) => string
  /** The same of several, in one word: "changed" without it. */
  verb?: string | undefined
}

/** What a committed change means to those who are connected. */
export type DriverUpdated = { _id: string; isRenamed: boolean; notification: Notification | undefined }

/** A change by an administrator, with what taking it back needs. */
export type DriverChanged = DriverUpdated & { before: LockedDriver; revision: number }

/**
 * Changes a driver, with its audit row and notification; undefined when the driver is as wanted already, so that a
 * change can be repeated. Throws `NotFoundError`, `EmailTakenError`, and `ConflictError` when somebody else changed
 * the driver after `revision`.
 */
export async function updateDriver(
  tx: Tx,
  { _id, actor, act, change, files = [], revision, details, check, describe, verb = 'changed' }: DriverUpdate,
): Promise<DriverChanged | undefined> {
  const row = await lockDriver(tx, _id)
  if (!row) throw new NotFoundError('driver')
  await check?.(row)
  const before = Object.fromEntries(Object.entries(row).filter(([field]) => Object.hasOwn(change, field)))
  if (files.length === 0 && Object.entries(change).every(([field, value]) => before[field] === value)) return undefined
  if (revision !== undefined && revision !== row.revision) throw await changedMeanwhile(tx, row)
  await writeChange(tx, row, change, actor._id, files)
  const filed = Object.fromEntries(
    files.flatMap(({ kind, key, name }) => [
      [kind, key],
      [`${kind}_name`, name],
    ]),
  )
  const names = eachDocument(row, 'name')
  const replaced = Object.fromEntries(
    files.flatMap(({ kind }) => [
      [kind, row[kind]],
      [`${kind}_name`, names[kind]],
    ]),
  )
  const more = typeof details === 'function' ? await details(row) : details
  await recordAct(tx, {
    actor,
    act,
    resource: 'driver',
    targetId: _id,
    before: { ...before, ...replaced },
    after: { ...change, ...filed, ...more },
  })
  const isRenamed = change.full_name !== undefined && change.full_name !== row.full_name
  const notification =
    describe &&
    (await notifyOfChange(tx, {
      kind: 'driver-changed',
      subject: { kind: 'driver', _id },
      title: 'Driver changed',
      body: `${actor.full_name} ${describe(row.full_name)}.`,
      actor,
      several: `${verb} by ${actor.full_name}`,
      before: decidedOf(before),
      after: decidedOf(change),
    }))
  return { _id, isRenamed, notification, before: row, revision: row.revision + 1 }
}

const decided = new Set(['is_driver_profile_approved', 'reverify_status', 'rejectedAt'])

/** What an Undo gives back; other fields are not stored a second time. */
const decidedOf = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => decided.has(name)))

/** A driver asks to be verified again; undefined when they have asked already. Throws `NotFoundError`. */
export async function requestReverification(
  tx: Tx,
  driver: Actor & { _id: string; full_name: string },
): Promise<DriverUpdated | undefined> {
  const { _id, full_name } = driver
  const row = await lockDriver(tx, _id)
  if (!row) throw new NotFoundError('driver')
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

/** The row, locked against other changes until the transaction ends, and who changed it last. */
function lockDriver(tx: Tx, _id: string) {
  return tx
    .selectFrom('people')
    .where('role', '=', 'driver')
    .where('erasedAt', 'is', null)
    .select([...driverColumns, documents, 'askedAt', 'rejectedAt', 'changedBy', 'changedAt'])
    .where('_id', '=', _id)
    .forNoKeyUpdate()
    .executeTakeFirst()
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
