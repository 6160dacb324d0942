import type { Database, Tx } from '../../database/tables.ts'

export async function createPasswordReset(
  db: Database,
  tokenHash: string,
  personId: string,
  lifeSeconds: number,
): Promise<void> {
  const now = new Date()
  await db.deleteFrom('password_resets').where('expiresAt', '<', now).execute()
  await db
    .insertInto('password_resets')
    .values({ tokenHash, personId, expiresAt: new Date(now.getTime() + lifeSeconds * 1000), usedAt: null })
    .execute()
}

/**
 * Whose reset this is, once: the second caller with the same token gets undefined, as does one who comes too late. The
 * person's other links end with it.
 */
export async function usePasswordReset(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const now = new Date()
  const used = await tx
    .updateTable('password_resets')
    .set({ usedAt: now })
    .where('usedAt', 'is', null)
    .where('personId', '=', (eb) =>
      eb
        .selectFrom('password_resets as reset')
        .select('reset.personId')
        .where('reset.tokenHash', '=', tokenHash)
        .where('reset.usedAt', 'is', null)
        .where('reset.expiresAt', '>', now),
    )
    .returning(['tokenHash', 'personId'])
    .execute()
  return used.find((reset) => reset.tokenHash === tokenHash)?.personId
}
