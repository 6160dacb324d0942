import { sql } from 'kysely'
import type { FoundMessage } from '@interline/shared/contract'
import type { Database } from '../../database/tables.ts'

const shown = 30
/** Of words that more messages have, the newest are read until enough have them. */
const mostFound = 10_000
/** So far back at most. */
const mostRead = 50_000

type Search = { q: string; party_id?: string | undefined }

/** The newest 30 messages that have all of the words, or what begins with one of three characters and more. */
export async function searchMessages(db: Database, { q, party_id }: Search): Promise<FoundMessage[]> {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const terms = sql`to_tsquery('simple', ${words.map((word) => (word.length < 3 ? word : `${word}:*`)).join(' & ')})`
  const hasWords = sql`to_tsvector('simple', message) @@ ${terms}`
  const { rows: found } = await sql<{ _id: string }>`select _id from messages where ${hasWords}
    ${party_id === undefined ? sql`` : sql`and "partyId" = ${party_id}`} limit ${mostFound + 1}::int`.execute(db)
  const chosen =
    found.length <= mostFound
      ? sql`(select * from messages where _id = any(${found.map(({ _id }) => _id)}::text[]) order by _id desc)`
      : sql`(select * from (select * from messages ${party_id === undefined ? sql`` : sql`where "partyId" = ${party_id}`}
          order by ${party_id === undefined ? sql`_id` : sql`seq`} desc limit ${mostRead}::int) as newest where ${hasWords})`
  const { rows } = await sql<Omit<FoundMessage, 'createdAt'> & { createdAt: Date }>`
    with chosen as materialized (select * from ${chosen} as found limit ${shown}::int)
    select chosen._id, chosen."partyId" as party_id, people.role as party_role, people.full_name, chosen.seq,
      chosen.message, chosen.sender_id = chosen."partyId" as is_theirs, chosen."createdAt"
    from chosen join people on people._id = chosen."partyId" order by chosen._id desc`.execute(db)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
