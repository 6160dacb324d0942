import { sql } from 'kysely'
import { newId } from '../../database/ids.ts'
import { personKeys } from '../../database/search-keys.ts'
import type { Tx } from '../../database/tables.ts'
import { recordAct, type Actor } from '../audit.ts'
import { writeEmail } from '../errors.ts'

export type NewDriver = {
  full_name: string
  email: string
  phone: string | null
  address: string | null
  car_name: string | null
  driving_licence_number: string | null
  stripe_connect_id: string | null
}

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
