import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'
import { isSignedBy } from './audit-key.ts'

/**
 * A cut: entries `first` to `sequence` were removed because they were from before a moment; `hash` is that of the last
 * of them, and `previous` the signature of the cut before, '' for the first.
 */
export type Cut = {
  first: number
  sequence: number
  entries: number
  hash: string
  at: Date
  before: Date
  madeBy: string
  /** Name of the file in the folder of archives. */
  archive: string
  previous: string
  signature: string
}

/** What is signed of a cut. Its first element keeps it from being taken for another text. */
export const cutText = (cut: Omit<Cut, 'signature'>) =>
  JSON.stringify([
    'interline-audit-cut-1',
    cut.first,
    cut.sequence,
    cut.entries,
    cut.hash,
    cut.at.toISOString(),
    cut.before.toISOString(),
    cut.madeBy,
    cut.archive,
    cut.previous,
  ])

/** All cuts, the oldest first; none in a database from before there were any. */
export async function readCuts(db: Database): Promise<Cut[]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('audit_cuts') is not null as is`.execute(db)
  if (!rows[0]?.is) return []
  const cuts = await db.selectFrom('audit_cuts').selectAll().orderBy('sequence').execute()
  return cuts.map(({ first, sequence, entries, ...cut }) => ({
    ...cut,
    first: Number(first),
    sequence: Number(sequence),
    entries: Number(entries),
  }))
}

/** What is wrong with the first cut that is not as it was signed, or does not follow the one before; null for none. */
export function problemOfCuts(cuts: Cut[], publicKey: string | null): string | null {
  let before = { sequence: 0, signature: '' }
  for (const cut of cuts) {
    const name = `the cut to entry ${cut.sequence}`
    if (publicKey === null) return `the key that signed ${name} is missing`
    if (!isSignedBy(publicKey, cutText(cut), cut.signature))
      return `${name} is not what the key ${publicKey} signed: it was altered or forged`
    if (cut.first !== before.sequence + 1 || cut.previous !== before.signature)
      return `${name} does not follow ${before.sequence === 0 ? 'the first entry' : `the cut to entry ${before.sequence}`}: a cut is missing`
    if (cut.entries !== cut.sequence - cut.first + 1) return `${name} removed more entries than it says`
    before = cut
  }
  return null
}
