import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { inTransaction, recordAct } from '../repositories/audit.ts'

/** So many entries are removed in one transaction. */
const atOnce = 10_000

/**
 * Removes the entries that are older than the policy keeps them, the oldest first, and returns how many. The newest
 * entry stays in any case, and so does what stands behind an entry that stays. It counts in whole days (UTC), so that a
 * day has one removal, which is an entry itself.
 */
export async function removeOldEntries(db: Database): Promise<number> {
  let removed = 0
  for (;;) {
    const entries = await inTransaction(db, removeSome)
    if (entries === 0) return removed
    removed += entries
  }
}

async function removeSome(tx: Database): Promise<number> {
  const { numAffectedRows } = await sql`delete from audit where sequence < (
      select least((select min(sequence) from audit) + ${sql.lit(atOnce)}, (select sequence from audit_head),
        (select sequence from audit where at >= date_trunc('day', now(), 'UTC') - make_interval(days => audit_retention_days)
          order by sequence limit 1))
      from policy where audit_retention_days is not null)`.execute(tx)
  const entries = Number(numAffectedRows)
  if (entries === 0) return 0
  const { removedSequence } = await tx.selectFrom('audit_head').select('removedSequence').executeTakeFirstOrThrow()
  // Last: from here on other audited changes wait.
  await recordAct(tx, {
    actor: { _id: null },
    act: 'expire',
    resource: 'audit',
    after: { entries, last: Number(removedSequence) },
  })
  return entries
}
