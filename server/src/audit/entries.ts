import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/**
 * An entry as it is stored; `content` is what is hashed of it but the hash of the entry before. It has the digest of
 * `values`, which are null once they were erased with a person.
 */
export type StoredEntry = {
  _id: string
  sequence: string
  hash: string
  content: string
  digest: string
  values: string | null
}

const batch = 5000

/** All entries in their order, also those with a number that no entry of ours has. */
export async function* entriesOf(tx: Database): AsyncGenerator<StoredEntry> {
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

/** What is hashed of an entry: one line of JSON, an array that begins with the hash of the entry before. */
export const hashedText = (content: string, previous: string) => `["${previous}", ${content.slice(1)}`

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
