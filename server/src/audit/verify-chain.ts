import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** An entry by number and hash. A note of the last one, kept elsewhere, shows later whether all were replaced. */
export type AuditHead = { sequence: number; hash: string }

/**
 * `entries` counts those that are as they were written, after the last one that was `removed` by its age. `broken`
 * names the first fault in a sentence.
 */
export type AuditVerdict = { entries: number; head: AuditHead; removed: AuditHead; broken?: string }

/**
 * Reads all that is left of the audit in its order and says which entry is the first that was changed, moved, removed
 * or added by hand. `expected` is a head that somebody noted elsewhere; it must still be part of the audit.
 */
export async function verifyAudit(db: Database, expected?: AuditHead): Promise<AuditVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const last = await tx.selectFrom('audit_head').selectAll().executeTakeFirst()
      const removed = { sequence: Number(last?.removedSequence ?? 0), hash: last?.removedHash ?? '' }
      let head: AuditHead = removed
      const verdict = (broken?: string): AuditVerdict => ({
        entries: head.sequence - removed.sequence,
        head,
        removed,
        ...(broken && { broken }),
      })
      const missing = (from: number, to: number) =>
        from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`
      if (expected && expected.sequence > 0 && expected.sequence < removed.sequence)
        return verdict(`entry ${expected.sequence}, whose hash was kept, was removed by its age`)
      let isExpectedThere = expected === undefined || expected.sequence === 0
      const problemOf = ({ sequence, hash }: AuditHead) => {
        if (sequence !== expected?.sequence) return undefined
        isExpectedThere = true
        return hash === expected.hash
          ? undefined
          : `entry ${sequence} does not have the hash that was kept: ${expected.hash}`
      }
      const problem = problemOf(removed)
      if (problem && removed.sequence > 0) return verdict(problem)
      let erased = 0
      for await (const entry of entriesOf(tx)) {
        const at = Number(entry.sequence)
        if (at > head.sequence + 1) return verdict(missing(head.sequence + 1, at - 1))
        const hash = hashOf(hashedText(entry.content, head.hash))
        if (entry.values === null) erased += 1
        const isAsWritten = entry.values === null || hashOf(entry.values) === entry.digest
        if (at <= head.sequence || hash !== entry.hash || !isAsWritten)
          return verdict(`entry ${at} (${entry._id}) is not as it was written, or was moved`)
        head = { sequence: at, hash }
        const difference = problemOf(head)
        if (difference) return verdict(difference)
      }
      if (!last) return verdict('the row of audit_head is missing')
      if (Number(last.sequence) > head.sequence) return verdict(missing(head.sequence + 1, Number(last.sequence)))
      if (Number(last.sequence) < head.sequence || last.hash !== head.hash)
        return verdict(`audit_head names entry ${last.sequence}, the last one is ${head.sequence}`)
      const accounted = await sql<{ entries: string }>`select coalesce(sum((after->>'entries')::bigint), 0) as entries
        from audit where act = 'erase'`.execute(tx)
      const taken = Number(accounted.rows[0]?.entries)
      if (erased > taken) return verdict(`the values of ${erased} entries are gone, and erasures took ${taken}`)
      if (!isExpectedThere) return verdict(`entry ${expected?.sequence}, whose hash was kept, is missing`)
      return verdict()
    })
}

/**
 * An entry as it is stored. `content` is the part that is hashed, without the hash of the entry before. It has the
 * digest of `values`, which are null once they were erased with a person.
 */
type StoredEntry = {
  _id: string
  sequence: string
  hash: string
  content: string
  digest: string
  values: string | null
}

const batch = 5000

/** All entries in order, with those whose number no entry of ours has. */
async function* entriesOf(tx: Database): AsyncGenerator<StoredEntry> {
  for (let behind: string | null = null; ;) {
    // The text of database/schema/audit.ts, by functions of PostgreSQL alone: one of ours could be replaced.
    const { rows }: { rows: StoredEntry[] } =
      await sql<StoredEntry>`select _id, sequence, hash, digest, jsonb_build_array(sequence, _id,
        (extract(epoch from at) * 1000)::bigint, "actorId", act, resource, "targetId", digest, "requestId")::text as content,
        case when salt is not null then jsonb_build_array(salt, before, after, address)::text end as values
      from audit where ${behind}::bigint is null or sequence > ${behind}::bigint
      order by sequence limit ${batch}`.execute(tx)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    behind = last.sequence
  }
}

/** The hashed text of an entry: one line of JSON, an array that begins with the hash of the entry before. */
const hashedText = (content: string, previous: string) => `["${previous}", ${content.slice(1)}`

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
