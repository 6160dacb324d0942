import { sql } from 'kysely'
import type { DriverListQuery } from '@interline/shared/contract'
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
  'driving_licence_name',
  'car_document_name',
  'car_insurance_name',
  'state_id',
  'address',
  'stripe_connect_id',
  'is_driver_profile_approved',
  'reverify_status',
  'revision',
] as const

export type DriverRow = Awaited<ReturnType<typeof findDriver>> & object

export const driverList: List<DriverRow, DriverListQuery> = {
  table: 'people',
  columns: driverColumns,
  where: sql`role = 'driver'`,
  sort: {
    full_name: { column: 'nameKey', type: 'text', indexedWith: [] },
    createdAt: { column: 'createdAt', type: 'timestamptz', indexedWith: ['verified', 'reverify_status'] },
    is_driver_profile_approved: { column: 'is_driver_profile_approved', type: 'boolean' },
    reverify_status: { column: 'reverifyKey', type: 'text', canBeEmpty: true },
    stripe_connect_id: { column: 'stripe_connect_id', type: 'text', canBeEmpty: true },
  },
  filters: ['verified', 'reverify_status'],
  filter: ({ verified, reverify_status }) => [
    ...(verified === undefined ? [] : [sql`is_driver_profile_approved = ${verified}`]),
    ...(reverify_status === undefined ? [] : [sql`reverify_status = ${reverify_status}`]),
  ],
}

export async function findDriver(db: Database, _id: string) {
  return db
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select(driverColumns)
    .where('_id', '=', _id)
    .executeTakeFirst()
}
