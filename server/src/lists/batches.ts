import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { Position } from './cursor.ts'
import { readPositions } from './keyset.ts'
import type { List } from './list.ts'
import { readRows, select } from './page.ts'

const batchSize = 250

/**
 * All rows that a query keeps, in its order; at most one batch of them is in memory. Without a query the whole list,
 * newest first. Throws `InvalidQueryError` before the first batch.
 */
export async function* readInBatches<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
): AsyncGenerator<Row[]> {
  const { selection } = await select(db, list, query, { isWhole: true })
  let after: Position | undefined
  for (;;) {
    const positions = await readPositions(db, selection, { limit: batchSize, ...(after && { after }) })
    if (positions.length > 0) yield await readRows(db, list, positions)
    after = positions.at(-1)
    if (positions.length < batchSize) return
  }
}
