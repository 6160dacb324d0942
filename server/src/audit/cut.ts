import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { readPolicy } from '../repositories/accounts/policy.ts'
import { inTransaction, recordAct } from '../repositories/audit.ts'
import { auditKey, signText } from './audit-key.ts'
import { archiveName, writeCutArchive } from './cut-archive.ts'
import { cutText, readCuts, type Cut } from './cut-record.ts'
import { entriesOf, hashedText, hashOf } from './entries.ts'

/** A cut that cannot be made; the message says why, and nothing was removed. */
export class AuditCutError extends Error {}

const day = 86_400_000
/** So many entries are removed in one transaction, and stand in one archive. */
const atOnce = 10_000

type CutOptions = {
  /** The folder of archives. */
  folder: string
  /** Entries from before this moment are removed. */
  before: Date
  madeBy: string
}

/** The start of the day (UTC) before which a policy of so many days removes. */
export const dayOfPolicy = (days: number, now = Date.now()) => new Date(Math.floor(now / day) * day - days * day)

/**
 * Removes the entries from before a moment, the oldest first, and returns how many. The newest entry stays in any case,
 * and so does what stands behind an entry that stays.
 */
export async function cutAudit(db: Database, options: CutOptions): Promise<number> {
  let removed = 0
  // Each cut is an entry itself: what is old enough when this begins is removed, and no more.
  const upTo = (await planCut(db, options.before))?.last ?? 0
  for (;;) {
    const cut = await inTransaction(db, (tx) => cutOnce(tx, options, upTo))
    if (!cut) return removed
    removed += cut.entries
  }
}

/** What a cut would remove; null for nothing. */
export async function planCut(db: Database, before: Date): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: string | null; last: string }>`select
      (select min(sequence) from audit) as first,
      least((select sequence - 1 from audit_head),
        (select sequence - 1 from audit where at >= ${before} order by sequence limit 1)) as last`.execute(db)
  const [first, last] = [Number(rows[0]?.first ?? 0), Number(rows[0]?.last ?? 0)]
  return first > 0 && last >= first ? { first, last } : null
}

async function cutOnce(tx: Database, { folder, before, madeBy }: CutOptions, upTo: number): Promise<Cut | null> {
  // One node cuts at a time.
  await sql`lock table audit_cuts in share row exclusive mode`.execute(tx)
  const plan = await planCut(tx, before)
  if (!plan || plan.first > upTo) return null
  const { first } = plan
  const sequence = Math.min(plan.last, upTo, first + atOnce - 1)
  const last = (await readCuts(tx)).at(-1)
  if (first !== (last?.sequence ?? 0) + 1)
    throw new AuditCutError(`the entries before ${first} are missing; npm run audit -- verify`)
  const archive = archiveName(first, sequence)
  let hash = last?.hash ?? ''
  let number = first
  async function* lines() {
    for await (const entry of entriesOf(tx, String(first - 1), sequence)) {
      const line = hashedText(entry.content, hash)
      hash = hashOf(line)
      if (Number(entry.sequence) !== number || entry.hash !== hash)
        throw new AuditCutError(`entry ${number} is missing or not as it was written; npm run audit -- verify`)
      number += 1
      yield line
    }
  }
  await writeCutArchive(folder, archive, lines())
  const entries = sequence - first + 1
  const unsigned = {
    first,
    sequence,
    entries,
    hash,
    at: new Date(),
    before,
    madeBy,
    archive,
    previous: last?.signature ?? '',
  }
  const cut: Cut = { ...unsigned, signature: signText(await auditKey(tx), cutText(unsigned)) }
  await sql`insert into audit_cuts (first, sequence, entries, hash, at, before, "madeBy", archive, previous, signature)
    values (${first}, ${sequence}, ${entries}, ${hash}, ${cut.at}, ${before}, ${madeBy}, ${archive}, ${cut.previous}, ${cut.signature})`.execute(
    tx,
  )
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('sequence', '<=', String(sequence))
    .executeTakeFirstOrThrow()
  if (Number(numDeletedRows) !== entries)
    throw new AuditCutError(`${numDeletedRows} entries would go instead of ${entries}`)
  // Last: from here on other audited changes wait.
  const after = { first, last: sequence, entries, older_than: before.toISOString(), by: madeBy }
  await recordAct(tx, { actor: { _id: null }, act: 'cut', resource: 'audit', after })
  return cut
}

/**
 * Does what the policy says, for the server: once a day there is something to remove. Returns how many entries went.
 */
export async function cutByPolicy(db: Database, folder: string): Promise<number> {
  const { audit_retention_days: days } = await readPolicy(db)
  if (days === null) return 0
  return cutAudit(db, { folder, before: dayOfPolicy(days), madeBy: `the server, by the policy of ${days} days` })
}
