import type { RegisterPerson } from '@interline/shared/contract'
import { newId } from '../database/ids.ts'
import type { Tx } from '../database/tables.ts'

/** A driver or a user who signed up themselves. */
export async function createPerson(tx: Tx, { password: _password, ...person }: RegisterPerson, passwordHash: string): Promise<string> {
  const createdAt = new Date()
  const _id = newId(createdAt)
  await tx.insertInto('people').values({ ...person, _id, passwordHash, createdAt }).execute()
  return _id
}
