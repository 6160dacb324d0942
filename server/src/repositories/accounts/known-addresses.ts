import { createHash } from 'node:crypto'
import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'

const rememberedMilliseconds = 90 * 86_400_000

/** All that can be seen of two hashes is whether person and address are the same. */
const hashOf = (personId: string, address: string) =>
  createHash('sha256').update(`${personId} ${address}`).digest('base64url')

/** Remembers that this person has signed in from there. */
export async function noteAddress(db: Database, personId: string, address: string): Promise<void> {
  const at = new Date()
  await db
    .insertInto('known_addresses')
    .values({ personId, addressHash: hashOf(personId, address), at })
    .onConflict((conflict) => conflict.columns(['personId', 'addressHash']).doUpdateSet({ at }))
    .modifyEnd(prepared)
    .execute()
}

export async function isKnownAddress(db: Database, personId: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_addresses')
    .select('personId')
    .where('personId', '=', personId)
    .where('addressHash', '=', hashOf(personId, address))
    .modifyFront(prepared)
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets addresses from which nobody has signed in for 90 days. */
export async function forgetOldAddresses(db: Database): Promise<void> {
  await db
    .deleteFrom('known_addresses')
    .where('at', '<', new Date(Date.now() - rememberedMilliseconds))
    .execute()
}
