import { sql } from 'kysely'
import type { ImportField } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import { personKeys } from '../database/search-keys.ts'
import type { Database, Tx } from '../database/tables.ts'
import { recordAct, type Actor } from './audit.ts'
import { driverColumns, documents, type DriverRow } from './drivers.ts'
import { writeEmail } from './errors.ts'

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
    .where('erasedAt', 'is', null)
    .select([...driverColumns, documents])
    .where('_id', 'in', ids)
    .orderBy('_id')
  return (lock ? query.forNoKeyUpdate() : query).execute()
}

const wanted = sql<string>`wanted.value`
/** By which drivers are compared; as the indexes have it. Addresses are of drivers and users, the others of drivers. */
const isSame = {
  email: sql<boolean>`role <> 'admin' and lower(email) = ${wanted}`,
  phone: sql<boolean>`role = 'driver' and phone_key = ${wanted}`,
  driving_licence_number: sql<boolean>`role = 'driver' and licence_key = ${wanted}`,
}

/** The people who have one of these values. */
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

export type NewDriver = { full_name: string; email: string } & Pick<
  DriverRow,
  'phone' | 'address' | 'car_name' | 'driving_licence_number' | 'stripe_connect_id'
>

/**
 * Drivers whom an administrator adds, with their audit rows; returns their ids. They have no password: they choose one
 * with the mail for a forgotten one. It is one statement: the sums of the day are locked once all addresses are had,
 * as when somebody registers. Throws `EmailTakenError`.
 */
export async function createDrivers(tx: Tx, drivers: NewDriver[], actor: Actor): Promise<string[]> {
  if (drivers.length === 0) return []
  const createdAt = new Date()
  const rows = drivers.map((driver) => ({
    ...driver,
    ...personKeys(driver),
    _id: newId(createdAt),
    role: 'driver' as const,
    createdAt,
    changedBy: actor._id,
    changedAt: createdAt,
  }))
  await writeEmail(tx.insertInto('people').values(rows).execute(), 'belongs to somebody already')
  const ids = rows.map(({ _id }) => _id)
  for (const [at, targetId] of ids.entries())
    await recordAct(tx, { actor, act: 'create', resource: 'driver', targetId, after: drivers[at] ?? {} })
  return ids
}

/** Imports change and add many addresses each: one goes after the other. */
export const oneImport = (tx: Tx) => sql`select pg_advisory_xact_lock(20240505)`.execute(tx)
