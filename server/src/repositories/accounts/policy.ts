import type { ChangePolicy, Policy } from '@interline/shared/contract'
import { defaultPolicy } from '@interline/shared/contract/schemas'
import type { Database, Tx } from '../../database/tables.ts'
import { changedMeanwhile, recordAct, revisedBy, type Actor } from '../audit.ts'
import { lockAdministrators } from './administrators.ts'
import { endIdleSessions, takeAllAsActive } from './idle-sessions.ts'

const columns = ['second_factor_required', 'idle_minutes', 'audit_retention_days'] as const

/** All that the installation asks of its administrators. */
export async function readPolicy(db: Database): Promise<Policy> {
  return (
    (await db
      .selectFrom('policy')
      .select([...columns, 'revision'])
      .executeTakeFirst()) ?? defaultPolicy
  )
}

/**
 * Changes what differs, writes that down in the audit, and returns the whole policy. Throws `ConflictError` when
 * somebody else changed it after `revision`.
 */
export async function setPolicy(tx: Tx, { actor, change }: { actor: Actor; change: ChangePolicy }): Promise<Policy> {
  await lockAdministrators(tx)
  await tx
    .insertInto('policy')
    .values(defaultPolicy)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom('policy').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
  const { isOnly: _, changedBy, changedAt, ...policy } = row
  if (change.revision !== undefined && change.revision !== policy.revision)
    throw await changedMeanwhile(tx, { changedBy, changedAt })
  const changed = columns.filter((name) => change[name] !== undefined && change[name] !== policy[name])
  if (changed.length === 0) return policy
  const of = (values: ChangePolicy) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  const after = of(change)
  // The time begins with the policy; and a session that has ended by it stays so when the time is lengthened.
  if (changed.includes('idle_minutes')) await (policy.idle_minutes === null ? takeAllAsActive(tx) : endIdleSessions(tx))
  await tx
    .updateTable('policy')
    .set({ ...after, ...revisedBy(actor) })
    .execute()
  await recordAct(tx, { actor, act: 'change-policy', resource: 'policy', before: of(policy), after })
  return { ...policy, ...after, revision: policy.revision + 1 }
}
