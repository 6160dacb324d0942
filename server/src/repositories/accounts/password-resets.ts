import type { Database, Tx } from '../../database/tables.ts'
import { lockCredentials } from './accounts.ts'

export async function createPasswordReset(
  db: Database,
  tokenHash: string,
  personId: string,
  lifeSeconds: number,
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ tokenHash, personId, expiresAt: new Date(Date.now() + lifeSeconds * 1000), usedAt: null })
    .execute()
}

/**
 * Takes a reset and returns its person, once: the second caller with the same token gets undefined, as does one who
 * comes too late. The person's other links end with it.
 */
export async function usePasswordReset(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const now = new Date()
  const asked = await tx
    .selectFrom('password_resets')
    .select('personId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (!asked) return undefined
  await lockCredentials(tx, asked.personId)
  const used = await tx
    .updateTable('password_resets')
    .set({ usedAt: now })
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('personId', '=', asked.personId)
    .returning(['tokenHash', 'personId'])
    .execute()
  return used.find((reset) => reset.tokenHash === tokenHash)?.personId
}
