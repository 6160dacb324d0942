import { sql } from 'kysely'
import { driverFileFields, type DocumentExpiries, type DriverFileField } from '@interline/shared/contract'
import type { Database, Tx } from '../../database/tables.ts'
import { recordAct, type Actor } from '../audit.ts'

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
export async function findExpiries(db: Database, driverId: string): Promise<DocumentExpiries> {
  const rows = await db
    .selectFrom('driver_documents')
    .select(['document', sql<string | null>`"expiresOn"::text`.as('expiresOn')])
    .where('driverId', '=', driverId)
    .execute()
  const days = new Map(rows.map(({ document, expiresOn }) => [document, expiresOn]))
  const dayOf = (document: DriverFileField) => days.get(document) ?? null
  return {
    driving_licence: dayOf('driving_licence'),
    car_document: dayOf('car_document'),
    car_insurance: dayOf('car_insurance'),
  }
}

/** Keeps until when documents are good, with an audit row where that differs. Returns whether it did. */
export async function keepExpiries(
  tx: Tx,
  { driverId, expiries, actor }: { driverId: string; expiries: Partial<DocumentExpiries>; actor: Actor },
): Promise<boolean> {
  const earlier = await findExpiries(tx, driverId)
  const changed = driverFileFields.flatMap((document) => {
    const expiresOn = expiries[document]
    return expiresOn === undefined || expiresOn === earlier[document] ? [] : [{ driverId, document, expiresOn }]
  })
  if (changed.length === 0) return false
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
