import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import { readPositions } from './keyset.ts'
import type { List } from './list.ts'
import { readRows, select } from './page.ts'

/** The newest rows that a search term finds in a list, uncounted. */
export async function readNewest<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
  limit: number,
): Promise<Row[]> {
  const { selection } = await select(db, list, query)
  return readRows(db, list, await readPositions(db, selection, { limit }))
}
