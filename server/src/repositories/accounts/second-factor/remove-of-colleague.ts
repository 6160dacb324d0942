import type { Tx } from '../../../database/tables.ts'
import { recordAct, type Actor } from '../../audit.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { removeSecondFactors } from './factors.ts'

/**
 * Removes the second factors of an administrator who lost theirs, and ends their sessions: the password alone signs in
 * again. Throws `NotFoundError`, and `ConflictError` for oneself and for who has none.
 */
export async function removeSecondFactorsOf(
  tx: Tx,
  { actor, personId }: { actor: Actor; personId: string },
): Promise<void> {
  if (personId === actor._id)
    throw new ConflictError('These are your own', { detail: 'Remove them one by one in your account.' })
  const person = await tx
    .selectFrom('people')
    .select('_id')
    .where('_id', '=', personId)
    .where('role', '=', 'admin')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw new NotFoundError('administrator')
  if (!(await removeSecondFactors(tx, personId))) throw new ConflictError('This account has no second factor')
  await revokeSessionsOf(tx, personId)
  await recordAct(tx, { actor, act: 'remove-second-factors', resource: 'administrator', targetId: personId })
}
