import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { publicAuditKey } from './audit-key.ts'
import { problemOfCuts, readCuts, type Cut } from './cut-record.ts'
import { entriesOf, hashedText, hashOf } from './entries.ts'

/** The last entry: who notes it elsewhere finds out later whether entries before it were replaced as a whole. */
export type AuditHead = { sequence: number; hash: string }

/**
 * `entries` is how many were read and are as they were written, after the last of `cuts`. `broken` says in a sentence
 * what is the first thing that is not.
 */
export type AuditVerdict = {
  entries: number
  head: AuditHead
  cuts: Cut[]
  /** Of the key that signs cuts; null before the first. */
  publicKey: string | null
  broken?: string
}

/**
 * Checks the cuts of the audit, then reads all that is left of it in its order and says which entry is the first that
 * was changed, moved, removed or added by hand. `expected` is a head that somebody noted elsewhere; it must still be
 * part of the audit. `expectedKey` is the key that cuts must be signed with.
 */
export async function verifyAudit(db: Database, expected?: AuditHead, expectedKey?: string): Promise<AuditVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const stored = await sql<AuditHead>`select sequence, hash from audit_head`.execute(tx)
      const cuts = await readCuts(tx)
      const publicKey = await publicAuditKey(tx)
      const cut = cuts.at(-1)
      const start = { sequence: cut?.sequence ?? 0, hash: cut?.hash ?? '' }
      let head: AuditHead = start
      const verdict = (broken?: string): AuditVerdict => ({
        entries: head.sequence - start.sequence,
        head,
        cuts,
        publicKey,
        ...(broken && { broken }),
      })
      const missing = (from: number, to: number) => {
        const which = from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`
        return from > start.sequence + 1 ? which : `${which}, and no cut names ${from === to ? 'it' : 'them'}`
      }
      if (expectedKey !== undefined && publicKey !== null && publicKey !== expectedKey)
        return verdict(`cuts are signed with the key ${publicKey}, not with the one that was kept: ${expectedKey}`)
      const problem = problemOfCuts(cuts, publicKey)
      if (problem) return verdict(problem)
      const isRemoved = expected !== undefined && expected.sequence > 0 && expected.sequence <= start.sequence
      if (isRemoved && !cuts.some(({ sequence, hash }) => sequence === expected.sequence && hash === expected.hash))
        return verdict(
          `entry ${expected.sequence}, whose hash was kept, was removed by a cut; it is in an archive (--archives)`,
        )
      let isExpectedThere = expected === undefined || expected.sequence === 0 || isRemoved
      for await (const entry of entriesOf(tx)) {
        const at = Number(entry.sequence)
        if (at > head.sequence + 1) return verdict(missing(head.sequence + 1, at - 1))
        if (cut && at > 0 && at <= start.sequence)
          return verdict(`entry ${at} (${entry._id}) is there, and the cut to entry ${start.sequence} removed it`)
        const hash = hashOf(hashedText(entry.content, head.hash))
        if (at <= head.sequence || hash !== entry.hash)
          return verdict(
            `entry ${at} (${entry._id}) is not as it was written, or was moved${cut && head === start ? `, or does not follow the cut to entry ${start.sequence}` : ''}`,
          )
        head = { sequence: at, hash }
        if (at !== expected?.sequence) continue
        if (hash !== expected.hash) return verdict(`entry ${at} does not have the hash that was kept: ${expected.hash}`)
        isExpectedThere = true
      }
      const last = stored.rows[0]
      if (!last) return verdict('the row of audit_head is missing')
      if (Number(last.sequence) > head.sequence) return verdict(missing(head.sequence + 1, Number(last.sequence)))
      if (Number(last.sequence) < head.sequence || last.hash !== head.hash)
        return verdict(`audit_head names entry ${last.sequence}, the last one is ${head.sequence}`)
      if (!isExpectedThere) return verdict(`entry ${expected?.sequence}, whose hash was kept, is missing`)
      return verdict()
    })
}
