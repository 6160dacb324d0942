import { sql } from 'kysely'
import type { Database, Tx } from '../../../database/tables.ts'
import { countRecoveryCodes, forgetRecoveryCodes } from './recovery-codes.ts'
import { listPasskeys } from './passkeys.ts'

/** Whether the row of `people` in the query has a second factor. */
export const hasSecondFactorSql = sql<boolean>`(exists (select from authenticators
  where authenticators."personId" = people._id and authenticators."confirmedAt" is not null)
  or exists (select from passkeys where passkeys."personId" = people._id))`

export async function hasSecondFactor(db: Database, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('people')
    .select(hasSecondFactorSql.as('has'))
    .where('_id', '=', personId)
    .executeTakeFirst()
  return found?.has ?? false
}

/** The second factors of a person: an authenticator app that is confirmed, passkeys, unused recovery codes. */
export async function readSecondFactors(db: Database, personId: string) {
  const [authenticator, passkeys, recoveryCodes] = await Promise.all([
    findAuthenticator(db, personId),
    listPasskeys(db, personId),
    countRecoveryCodes(db, personId),
  ])
  return { authenticator: authenticator?.confirmedAt ? authenticator : undefined, passkeys, recoveryCodes }
}

export async function findAuthenticator(db: Database, personId: string) {
  return db.selectFrom('authenticators').selectAll().where('personId', '=', personId).executeTakeFirst()
}

/** A new app, which counts for nothing before a code of it came. False when there is one that is confirmed. */
export async function beginAuthenticator(db: Database, personId: string, secret: string): Promise<boolean> {
  const createdAt = new Date()
  const made = await db
    .insertInto('authenticators')
    .values({ personId, secret, createdAt, confirmedAt: null, lastStep: null })
    .onConflict((conflict) =>
      conflict.column('personId').doUpdateSet({ secret, createdAt }).where('authenticators.confirmedAt', 'is', null),
    )
    .returning('personId')
    .executeTakeFirst()
  return made !== undefined
}

/** The app with this very secret counts from now on. False when it is another one by now, or is confirmed already. */
export async function confirmAuthenticator(
  tx: Tx,
  { personId, secret, step }: { personId: string; secret: string; step: number },
): Promise<boolean> {
  const confirmed = await tx
    .updateTable('authenticators')
    .set({ confirmedAt: new Date(), lastStep: step })
    .where('personId', '=', personId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .returning('personId')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Takes the code of a time step, once: false for who comes second. */
export async function takeStep(db: Database, personId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('personId', '=', personId)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .returning('personId')
    .executeTakeFirst()
  return taken !== undefined
}

/** False when there was none that was confirmed. */
export async function removeAuthenticator(tx: Tx, personId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('authenticators')
    .where('personId', '=', personId)
    .where('confirmedAt', 'is not', null)
    .returning('personId')
    .executeTakeFirst()
  if (removed) await forgetCodesOfNothing(tx, personId)
  return removed !== undefined
}

/** Removes all second factors of a person; false when there were none. */
export async function removeSecondFactors(tx: Tx, personId: string): Promise<boolean> {
  const had = await hasSecondFactor(tx, personId)
  await tx.deleteFrom('authenticators').where('personId', '=', personId).execute()
  await tx.deleteFrom('passkeys').where('personId', '=', personId).execute()
  await tx.deleteFrom('factor_challenges').where('personId', '=', personId).execute()
  await forgetRecoveryCodes(tx, personId)
  return had
}

/** Recovery codes stand in for a second factor: without one they open nothing. */
export async function forgetCodesOfNothing(tx: Tx, personId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, personId))) await forgetRecoveryCodes(tx, personId)
}
