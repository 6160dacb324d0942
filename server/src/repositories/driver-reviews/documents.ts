import { sql } from 'kysely'
import { driverFileFields, type DocumentExpiries, type DriverFileField } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, type Actor } from '../audit.ts'
import { documents, eachDocument } from '../drivers.ts'
import { ConflictError } from '../errors.ts'

type Kept = {
  driverId: string
  expiries: Partial<DocumentExpiries>
  /** All that the actor saw in their place. */
  expected?: Partial<DocumentExpiries> | undefined
  actor: Actor
}

/**
 * Keeps until when documents are good, with an audit row where that differs. Returns whether it did. Throws
 * `ConflictError` where somebody else saved another day than the expected one, or where the driver has no such
 * document.
 */
export async function keepExpiries(tx: Tx, { driverId, expiries, expected = {}, actor }: Kept): Promise<boolean> {
  const driver = tx.selectFrom('people').select(documents).where('_id', '=', driverId)
  const earlier = eachDocument(await driver.executeTakeFirstOrThrow(), 'expires_on')
  const changed = driverFileFields.flatMap((document) => {
    const expiresOn = expiries[document]
    return expiresOn === undefined || expiresOn === earlier[document] ? [] : [{ document, expiresOn }]
  })
  if (changed.length === 0) return false
  if (changed.some(({ document }) => expected[document] !== undefined && expected[document] !== earlier[document]))
    throw await changedMeanwhile(tx, await findLastSetter(tx, driverId))
  for (const { document, expiresOn } of changed) {
    const { numUpdatedRows } = await tx
      .updateTable('documents')
      .set({ expiresOn })
      .where('key', '=', (eb) => eb.selectFrom('people').select(document).where('_id', '=', driverId))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new ConflictError(`The driver has no ${document.replaceAll('_', ' ')}`)
  }
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
    .where('resource', '=', 'driver')
    .where('targetId', '=', driverId)
    .where('act', '=', 'set-expiry')
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { changedBy: null, changedAt: null }
}

/** Where a page of expiring documents ends. */
export type ExpiryKey = { expiresOn: string; personId: string; kind: string }

/** Documents that drivers have and that are good until `through` at most. */
export const isExpiring = (through: string) => sql<boolean>`"expiresOn" <= ${through}::date and "replacedAt" is null`

/** Those documents, the earliest first. */
export async function findExpiring(
  db: Database,
  { through, after, limit }: { through: string; after: ExpiryKey | undefined; limit: number },
) {
  let rows = db
    .selectFrom('documents')
    .innerJoin('people', 'people._id', 'documents.personId')
    .select([
      'people._id',
      'full_name',
      'phone',
      'is_driver_profile_approved',
      sql<DriverFileField>`kind`.as('kind'),
      'key',
      'name',
      sql<string>`"expiresOn"::text`.as('expiresOn'),
    ])
    .where(isExpiring(through))
    // Not the text of that name, which no index has the order of.
    .orderBy('documents.expiresOn')
    .orderBy('personId')
    .orderBy('kind')
    .limit(limit)
  if (after)
    rows = rows.where(
      sql<boolean>`("expiresOn", "personId", kind) > (${after.expiresOn}::date, ${after.personId}, ${after.kind})`,
    )
  return rows.execute()
}
