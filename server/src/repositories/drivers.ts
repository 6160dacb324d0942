import { sql } from 'kysely'
import type { DriverFileField, DriverListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { List } from '../lists/list.ts'

export const driverColumns = [
  '_id',
  'full_name',
  'email',
  'phone',
  'createdAt',
  'car_name',
  'driving_licence_number',
  'driving_licence',
  'car_document',
  'car_insurance',
  'state_id',
  'address',
  'stripe_connect_id',
  'is_driver_profile_approved',
  'reverify_status',
  'revision',
] as const

/** All that is known of the documents that a driver has. */
type KnownDocuments = Partial<Record<DriverFileField, { name: string | null; expires_on: string | null }>>

/** The documents of a row of `people`. */
export const documents = sql<KnownDocuments>`(select coalesce(json_object_agg(kind,
  json_build_object('name', name, 'expires_on', "expiresOn")), '{}') from documents
  where key in (people.driving_licence, people.car_document, people.car_insurance))`.as('documents')

/** One thing that is known of each document; null of one that is not there. */
export const eachDocument = <Name extends 'name' | 'expires_on'>(row: { documents: KnownDocuments }, name: Name) => ({
  driving_licence: row.documents.driving_licence?.[name] ?? null,
  car_document: row.documents.car_document?.[name] ?? null,
  car_insurance: row.documents.car_insurance?.[name] ?? null,
})

/** As the indexes have it. */
const isMissing = {
  any: sql`(driving_licence is null or car_document is null or car_insurance is null)`,
  driving_licence: sql`driving_licence is null`,
  car_document: sql`car_document is null`,
  car_insurance: sql`car_insurance is null`,
}

export type DriverRow = Omit<Awaited<ReturnType<typeof findDriver>> & object, 'askedAt' | 'rejectedAt'>

export const driverList: List<DriverRow, DriverListQuery> = {
  table: 'people',
  columns: [...driverColumns, documents],
  where: sql`role = 'driver'`,
  sort: {
    full_name: { column: 'nameKey', type: 'text' },
    createdAt: { column: 'createdAt', type: 'timestamptz' },
    is_driver_profile_approved: { column: 'is_driver_profile_approved', type: 'boolean' },
    reverify_status: { column: 'reverifyKey', type: 'text', canBeEmpty: true },
    stripe_connect_id: { column: 'stripe_connect_id', type: 'text', canBeEmpty: true },
  },
  filter: ({ verified, reverify_status, waiting, missing }) => [
    ...(verified === undefined ? [] : [sql`is_driver_profile_approved = ${verified}`]),
    ...(reverify_status === undefined ? [] : [sql`reverify_status = ${reverify_status}`]),
    ...(waiting === undefined ? [] : [waitsForVerification]),
    ...(missing === undefined ? [] : [isMissing[missing]]),
  ],
}

/** A driver, with since when they wait and whether they were rejected. */
export async function findDriver(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select([...driverColumns, documents, 'askedAt', 'rejectedAt'])
    .where('_id', '=', _id)
    .executeTakeFirst()
}

/** Those of them whom nobody has verified; the index `drivers_unapproved` finds them and a few more. */
export const waitsForVerification = sql<boolean>`role = 'driver' and "rejectedAt" is null and not is_driver_profile_approved
  and (driving_licence is not null or car_document is not null or car_insurance is not null)`

/**
 * Drivers who wait for a review, of `people`: re-verification is asked, or nobody has approved documents that are
 * there; a rejected one waits when they have handed in again. The same words stand in the index `drivers_waiting`.
 */
export const waits = sql<boolean>`role = 'driver' and "rejectedAt" is null and (reverify_status = 'Pending' or (not is_driver_profile_approved
  and (driving_licence is not null or car_document is not null or car_insurance is not null)))`

/** By which they are in order, with `serial`; as in the same index. */
export const waitingSince = sql<Date>`coalesce("askedAt", "createdAt")`
