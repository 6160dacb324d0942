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
 * A driver whom an administrator adds, with the audit row. They have no password: they choose one with the mail for a
 * forgotten one. Throws `EmailTakenError`.
 */
export async function createDriver(tx: Tx, driver: NewDriver, actor: Actor): Promise<string> {
  const createdAt = new Date()
  const _id = newId(createdAt)
  await writeEmail(
    tx
      .insertInto('people')
      .values({
        ...{ ...driver, ...personKeys(driver), _id },
        ...{ role: 'driver', createdAt, changedBy: actor._id, changedAt: createdAt },
      })
      .execute(),
    'belongs to somebody already',
  )
  await recordAct(tx, { actor, act: 'create', resource: 'driver', targetId: _id, after: driver })
  return _id
}
