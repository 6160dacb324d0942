import type { Database, Tx } from '../../../database/tables.ts'

/** The recovery codes that are not used yet. */
export async function countRecoveryCodes(db: Database, personId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** New codes in the place of all from before. */
export async function setRecoveryCodes(tx: Tx, personId: string, hashes: string[]): Promise<void> {
  await forgetRecoveryCodes(tx, personId)
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((codeHash) => ({ personId, codeHash, usedAt: null })))
    .execute()
}

/** Takes a code, once: false for one that is none, or was used. */
export async function takeRecoveryCode(db: Database, personId: string, codeHash: string): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ usedAt: new Date() })
    .where('personId', '=', personId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function forgetRecoveryCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('personId', '=', personId).execute()
}
