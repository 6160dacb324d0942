import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** The last entry: who keeps it elsewhere finds out later whether entries before it were replaced as a whole. */
export type AuditHead = { sequence: number; hash: string }

/** `broken` says in a sentence which entry is the first that is not as it was written. */
export type AuditVerdict = { entries: number; head: AuditHead; broken?: string }

type Entry = { _id: string; sequence: string; hash: string; content: string }

const batch = 5000

/**
 * Reads the whole audit in its order and says which entry is the first that was changed, moved, removed or added by
 * hand. `expected` is a head that was kept elsewhere; it must still be part of the audit.
 */
export async function verifyAudit(db: Database, expected?: AuditHead): Promise<AuditVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const kept = await sql<{ sequence: string; hash: string }>`select sequence, hash from audit_head`.execute(tx)
      let head: AuditHead = { sequence: 0, hash: '' }
      const verdict = (broken?: string): AuditVerdict => ({ entries: head.sequence, head, ...(broken && { broken }) })
      let isExpectedThere = expected === undefined || expected.sequence === 0
      for await (const entry of entriesOf(tx)) {
        const at = Number(entry.sequence)
        if (at > head.sequence + 1) return verdict(missing(head.sequence + 1, at - 1))
        const hash = createHash('sha256').update(withPrevious(entry.content, head.hash)).digest('hex')
        if (at <= head.sequence || hash !== entry.hash)
          return verdict(`entry ${at} (${entry._id}) is not as it was written, or was moved`)
        head = { sequence: at, hash }
        if (at !== expected?.sequence) continue
        if (hash !== expected.hash) return verdict(`entry ${at} does not have the hash that was kept: ${expected.hash}`)
        isExpectedThere = true
      }
      const last = kept.rows[0]
      if (!last) return verdict('the row of audit_head is missing')
      if (Number(last.sequence) > head.sequence) return verdict(missing(head.sequence + 1, Number(last.sequence)))
      if (Number(last.sequence) < head.sequence || last.hash !== head.hash)
        return verdict(`audit_head names entry ${last.sequence}, the last one is ${head.sequence}`)
      if (!isExpectedThere) return verdict(`entry ${expected?.sequence}, whose hash was kept, is missing`)
      return verdict()
    })
}

const missing = (from: number, to: number) =>
  from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`

/** `content` is a JSON array without its first element, the hash of the entry before. */
const withPrevious = (content: string, previous: string) => `["${previous}", ${content.slice(1)}`

async function* entriesOf(tx: Database): AsyncGenerator<Entry> {
  for (let after = '-1'; ;) {
    // The text of migration-011-audit-chain, by functions of PostgreSQL alone: one of ours could be replaced.
    const { rows } = await sql<Entry>`select _id, sequence, hash, jsonb_build_array(sequence, _id,
        (extract(epoch from at) * 1000)::bigint, "actorId", act, noun, "targetId", before, after, "requestId", address)::text as content
      from audit where sequence > ${after}::bigint order by sequence limit ${batch}`.execute(tx)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.sequence
  }
}
