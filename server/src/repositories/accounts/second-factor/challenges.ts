import type { Database } from '../../../database/tables.ts'

const lifeSeconds = 5 * 60

export type Purpose = 'sign-in' | 'confirm' | 'add-passkey'
type NewChallenge = { tokenHash: string; personId: string; purpose: Purpose; challenge: string; remember?: boolean }

/** Writes down what somebody is asked for, for five minutes. */
export async function createChallenge(db: Database, given: NewChallenge): Promise<void> {
  await db
    .insertInto('factor_challenges')
    .values({ remember: false, ...given, expiresAt: new Date(Date.now() + lifeSeconds * 1000) })
    .execute()
}

/** All that the token stands for; undefined when its time is over or it was answered. */
export async function findChallenge(db: Database, tokenHash: string, purpose: Purpose) {
  return db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
}

/** Ends a challenge, once: false for who comes second. */
export async function endChallenge(db: Database, tokenHash: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('factor_challenges')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst()
  return ended !== undefined
}
