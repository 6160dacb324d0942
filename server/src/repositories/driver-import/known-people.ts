import { sql } from 'kysely'
import type { ImportField } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'
import { driverColumns, documents, type DriverRow } from '../drivers.ts'

/** A value that belongs to one driver alone, as it is compared. */
export type OwnValue = { field: ImportField; value: string }
export type Owner = OwnValue & { _id: string; full_name: string; role: string }

/** So many who have one value are found: one of them may be the driver whom the row itself is about. */
const mostOwners = 2

/** The drivers with these ids; locked against other changes, in one order, until the transaction ends. */
export async function findDrivers(db: Database, ids: string[], { lock }: { lock: boolean }): Promise<DriverRow[]> {
  if (ids.length === 0) return []
  const query = db
    .selectFrom('people')
    .where('role', '=', 'driver')
    .select([...driverColumns, documents])
    .where('_id', 'in', ids)
    .orderBy('_id')
  return (lock ? query.forNoKeyUpdate() : query).execute()
}

const wanted = sql<string>`wanted.value`
/** By which drivers are compared; as the indexes have it. Addresses are of drivers and users, the others of drivers. */
const isSame = {
  email: sql<boolean>`role <> 'admin' and lower(email) = ${wanted}`,
  phone: sql<boolean>`role = 'driver' and regexp_replace(phone, '[^0-9]', '', 'g') = ${wanted}`,
  driving_licence_number: sql<boolean>`role = 'driver' and licence_key = ${wanted}`,
}

/** Who has one of these values. */
export async function findOwners(db: Database, own: OwnValue[]): Promise<Owner[]> {
  const found: Owner[] = []
  for (const field of ['email', 'phone', 'driving_licence_number'] as const) {
    const values = [...new Set(own.filter((one) => one.field === field).map(({ value }) => value))]
    if (values.length === 0) continue
    const { rows } = await sql<Omit<Owner, 'field'>>`select owner.*, wanted.value
      from unnest(${values}::text[]) as wanted (value) cross join lateral (
        select _id, full_name, role from people where ${isSame[field]} limit ${mostOwners}::int
      ) as owner`.execute(db)
    found.push(...rows.map((row) => ({ ...row, field })))
  }
  return found
}
