import { sql } from 'kysely'
import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { all, filterOf, indexedParts, isShort, searchOrId, type List } from './list.ts'
import { readRows } from './page.ts'
import { estimate, shortSearched } from './totals.ts'

/**
 * So many of the newest rows are looked through first. A term that fewer than a few of them have has some thousand rows
 * in all at most, and those the index of the search finds soon.
 */
const lookedThrough = 2000
/** Where the index finds more, more of the newest rows are looked through before all that it finds are read. */
const soonRead = 3000

/** The newest rows that a search term finds, uncounted; of a term that no index finds those among the newest 20,000. */
export async function readNewest<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
  limit: number,
): Promise<Row[]> {
  const table = sql.table(list.table)
  const filter = all(filterOf(list, query))
  const search = all([sql`true`, ...(list.search ?? searchOrId)(query)])
  const indexed = (list.search ?? searchOrId)({ ...query, q: indexedParts(query) })
  const newestFirst = sql`order by "createdAt" desc, serial desc`
  const among = async (most: number) => {
    const newest = sql`select * from ${table} where ${filter} ${newestFirst} limit ${most}::int`
    const { rows } = await sql<{ at: string }>`select serial::text as at from (${newest}) newest where ${search}
      ${newestFirst} limit ${limit}::int`.execute(db)
    return rows
  }
  const everywhere = async () => {
    // Found first and then sorted: PostgreSQL may go through the whole order for them otherwise.
    const found = sql`select serial, "createdAt" from ${table} where ${filter} and ${search} offset 0`
    const { rows } = await sql<{ at: string }>`select serial::text as at from (${found}) found
      ${newestFirst} limit ${limit}::int`.execute(db)
    return rows
  }
  const isFound = (rows: { at: string }[]) => rows.length === limit || isShort(query)
  const isManyRows = async () => (await estimate(db, { list, where: [filter, ...indexed] })) > soonRead
  let rows = await among(isShort(query) ? shortSearched : lookedThrough)
  if (!isFound(rows) && (await isManyRows())) rows = await among(shortSearched)
  if (!isFound(rows)) rows = await everywhere()
  return readRows(
    db,
    list,
    rows.map(({ at }) => ({ at, value: null })),
  )
}
