import { sql } from 'kysely'
import type { ImportField } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { driverColumns, type DriverRow } from '../drivers.ts'

/** A value that belongs to one driver alone, as it is compared. */
export type OwnValue = { field: ImportField; value: string }
export type Owner = OwnValue & { _id: string; full_name: string; role: string }

/** More that have one value are not named. */
const mostOwners = 2000

/** The drivers with these ids; locked against other changes, in one order, until the transaction ends. */
export async function findDrivers(db: Database, ids: string[], { lock }: { lock: boolean }): Promise<DriverRow[]> {
  if (ids.length === 0) return []
  const query = db
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select(driverColumns)
    .where('_id', 'in', ids)
    .orderBy('_id')
  return (lock ? query.forNoKeyUpdate() : query).execute()
}

/** By which drivers are compared; as the indexes have it. Addresses are everybody's, the others are of drivers. */
const compared = {
  email: { value: sql<string>`lower(email)`, only: sql<boolean>`true` },
  phone: { value: sql<string>`regexp_replace(phone, '[^0-9]', '', 'g')`, only: sql<boolean>`role = 'driver'` },
  driving_licence_number: {
    value: sql<string>`upper(regexp_replace(driving_licence_number, '[^0-9A-Za-z]', '', 'g'))`,
    only: sql<boolean>`role = 'driver'`,
  },
}

/** Who has one of these values. */
export async function findOwners(db: Database, wanted: OwnValue[]): Promise<Owner[]> {
  const found: Owner[] = []
  for (const field of ['email', 'phone', 'driving_licence_number'] as const) {
    const values = [...new Set(wanted.filter((one) => one.field === field).map(({ value }) => value))]
    if (values.length === 0) continue
    const { value, only } = compared[field]
    const rows = await db
      .selectFrom('people')
      .select(['_id', 'full_name', 'role', value.as('value')])
      .where(only)
      .where(value, 'in', values)
      .limit(mostOwners)
      .execute()
    found.push(...rows.map((row) => ({ ...row, field })))
  }
  return found
}
