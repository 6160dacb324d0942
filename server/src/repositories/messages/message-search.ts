import { sql } from 'kysely'
import type { FoundMessage } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'

const shown = 30
/** Among so many, the newest, words that many messages have are found enough times; the index is for the others. */
const readFirst = 5000
const mostFound = 10_000

type Search = { q: string; party_id?: string | undefined }

/** The newest 30 messages that have all of the words, or what begins with one of three characters and more. */
export async function searchMessages(db: Database, { q, party_id }: Search): Promise<FoundMessage[]> {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const terms = sql`to_tsquery('simple', ${words.map((word) => (word.length < 3 ? word : `${word}:*`)).join(' & ')})`
  const hasWords = sql`to_tsvector('simple', message) @@ ${terms}`
  // Much cheaper than to take each message apart.
  const mayHave = sql.join(
    words.map((word) => sql`lower(message) like ${`%${word}%`}`),
    sql` and `,
  )
  const find = async (chosen: ReturnType<typeof sql>): Promise<FoundMessage[]> => {
    const { rows } = await sql<Omit<FoundMessage, 'createdAt'> & { createdAt: Date }>`
      with chosen as materialized (${chosen})
      select chosen._id, chosen."partyId" as party_id, people.role as party_role, people.full_name, chosen.seq,
        chosen.message, chosen.sender_id = chosen."partyId" as is_theirs, chosen."createdAt"
      from chosen join people on people._id = chosen."partyId" order by chosen._id desc`.execute(db)
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  }
  if (party_id !== undefined)
    return find(sql`select * from messages where "partyId" = ${party_id} and ${mayHave} and ${hasWords}
      order by seq desc limit ${shown}::int`)
  const newest =
    await find(sql`select * from (select * from messages order by _id desc limit ${readFirst}::int) as newest
    where ${mayHave} and ${hasWords} limit ${shown}::int`)
  if (newest.length === shown) return newest
  return find(sql`select * from messages where _id = any(array(
    select _id from messages where ${hasWords} limit ${mostFound}::int)) order by _id desc limit ${shown}::int`)
}
