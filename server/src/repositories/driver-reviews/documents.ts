import { sql } from 'kysely'
import {
  dayKey,
  driverFileFields,
  type ApproveDriver,
  type DocumentExpiries,
  type DriverFileField,
} from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from '../audit.ts'
import { expiries } from '../drivers.ts'
import type { LockedDriver } from '../driver-updates.ts'

/** New files take the place of a driver's documents: until when they are good nobody has said yet. */
export async function fileDocuments(tx: Tx, driverId: string, hashes: Map<DriverFileField, string>): Promise<void> {
  if (hashes.size === 0) return
  await tx
    .insertInto('driver_documents')
    .values([...hashes].map(([document, sha256]) => ({ driverId, document, sha256, expiresOn: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['driverId', 'document'])
        .doUpdateSet((eb) => ({ sha256: eb.ref('excluded.sha256'), expiresOn: null })),
    )
    .execute()
}

/** Until when this driver's documents are good. */
async function findExpiries(db: Database, driverId: string): Promise<DocumentExpiries> {
  const query = db.selectFrom('people').select(expiries).where('_id', '=', driverId)
  return (await query.executeTakeFirstOrThrow()).expires_on
}

type Kept = {
  driverId: string
  expiries: Partial<DocumentExpiries>
  /** What the actor saw in their place. */
  expected?: Partial<DocumentExpiries> | undefined
  actor: Actor
}

/**
 * Keeps until when documents are good, with an audit row where that differs. Returns whether it did. Throws
 * `ConflictError` where somebody else saved another day than the expected one.
 */
export async function keepExpiries(tx: Tx, { driverId, expiries, expected = {}, actor }: Kept): Promise<boolean> {
  const earlier = await findExpiries(tx, driverId)
  const changed = driverFileFields.flatMap((document) => {
    const expiresOn = expiries[document]
    return expiresOn === undefined || expiresOn === earlier[document] ? [] : [{ driverId, document, expiresOn }]
  })
  if (changed.length === 0) return false
  if (changed.some(({ document }) => expected[document] !== undefined && expected[document] !== earlier[document]))
    throw await changedMeanwhile(tx, await findLastSetter(tx, driverId))
  await tx
    .insertInto('driver_documents')
    .values(changed.map((row) => ({ ...row, sha256: null })))
    .onConflict((conflict) =>
      conflict.columns(['driverId', 'document']).doUpdateSet((eb) => ({ expiresOn: eb.ref('excluded.expiresOn') })),
    )
    .execute()
  const named = (pick: (row: (typeof changed)[number]) => string | null) =>
    Object.fromEntries(changed.map((row) => [`${row.document}_expires_on`, pick(row)]))
  await recordAct(tx, {
    actor,
    act: 'set-expiry',
    resource: 'driver',
    targetId: driverId,
    before: named(({ document }) => earlier[document]),
    after: named(({ expiresOn }) => expiresOn),
  })
  return true
}

async function findLastSetter(tx: Tx, driverId: string) {
  const last = await tx
    .selectFrom('audit')
    .select(['actorId as changedBy', 'at as changedAt'])
    .where('noun', '=', 'driver')
    .where('targetId', '=', driverId)
    .where('act', '=', 'set-expiry')
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { changedBy: null, changedAt: null }
}

/** What the audit says of an approval: which documents were missing or expired, and why it was given all the same. */
export async function describeApproval(
  tx: Tx,
  row: LockedDriver,
  { reason, expires_on }: Pick<ApproveDriver, 'reason' | 'expires_on'>,
): Promise<object> {
  const days = { ...(await findExpiries(tx, row._id)), ...expires_on }
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

/** Where a page of expiring documents ends. */
export type ExpiryKey = { expiresOn: string; driverId: string; document: string }

/** Documents that are good until `through` at most, the earliest first. */
export async function findExpiring(
  db: Database,
  { through, after, limit }: { through: string; after: ExpiryKey | undefined; limit: number },
) {
  let rows = db
    .selectFrom('driver_documents')
    .innerJoin('people', 'people._id', 'driver_documents.driverId')
    .select([
      'people._id',
      'full_name',
      'phone',
      'is_driver_profile_approved',
      'document',
      sql<string>`"expiresOn"::text`.as('expiresOn'),
      ...driverFileFields,
      'driving_licence_name',
      'car_document_name',
      'car_insurance_name',
    ])
    .where('expiresOn', '<=', sql<unknown>`${through}::date`)
    // Not the text of that name, which no index has the order of.
    .orderBy('driver_documents.expiresOn')
    .orderBy('driverId')
    .orderBy('document')
    .limit(limit)
  if (after)
    rows = rows.where(
      sql<boolean>`("expiresOn", "driverId", document) > (${after.expiresOn}::date, ${after.driverId}, ${after.document})`,
    )
  return rows.execute()
}
