import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Database, Tables } from '../../database/tables.ts'

const begunMilliseconds = 10 * 60_000

type BegunSignIn = Selectable<Tables['begun_sign_ins']> & { begunAt: Date }

/** Keeps what a sign-in at the provider has to come back with, for ten minutes. */
export async function keepBegunSignIn(
  db: Database,
  begun: Omit<Insertable<Tables['begun_sign_ins']>, 'expiresAt'>,
): Promise<void> {
  const expiresAt = new Date(Date.now() + begunMilliseconds)
  await db
    .insertInto('begun_sign_ins')
    .values({ ...begun, expiresAt })
    .execute()
}

/** The sign-in that was begun with this state, once; undefined when it was taken or is older than ten minutes. */
export async function takeBegunSignIn(db: Database, stateHash: string): Promise<BegunSignIn | undefined> {
  const taken = await db
    .deleteFrom('begun_sign_ins')
    .where('stateHash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
  if (!taken || taken.expiresAt <= new Date()) return undefined
  return { ...taken, begunAt: new Date(taken.expiresAt.getTime() - begunMilliseconds) }
}

/** The text that a page sends ahead of the value that it keeps: base64url of its SHA-256, as PKCE (RFC 7636) has it. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

type SignInCode = Selectable<Tables['sign_in_codes']>

/** Keeps a code that a browser exchanges for a session of this person, for so many seconds. */
export async function keepSignInCode(
  db: Database,
  code: Omit<Insertable<Tables['sign_in_codes']>, 'expiresAt'>,
  lifeSeconds: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeSeconds * 1000)
  await db
    .insertInto('sign_in_codes')
    .values({ ...code, expiresAt })
    .execute()
}

/**
 * For whom a code stands, once, whoever shows it: one that was shown with another value than its browser's, or for what
 * it was not made, is spent, because somebody else has it.
 */
export async function takeSignInCode(
  db: Database,
  codeHash: string,
  verifier: string,
  purpose: 'sign-in' | 'confirm' = 'sign-in',
): Promise<SignInCode | undefined> {
  const taken = await db.deleteFrom('sign_in_codes').where('codeHash', '=', codeHash).returningAll().executeTakeFirst()
  const isRight = taken?.challenge === challengeOf(verifier) && taken.purpose === purpose
  return isRight && taken.expiresAt > new Date() ? taken : undefined
}
