import type { ListQuery } from '@interline/shared/contract'
import type { Database } from '../database/tables.ts'
import type { List } from './list.ts'
import { select } from './page.ts'
import { readNumbers, readRows } from './positions.ts'

const batchSize = 250

/**
 * All rows that a query keeps, in its order, as they were when the first batch was asked for; without those that are
 * gone since. Their numbers and one batch are in memory, and no connection is held between batches. Throws
 * `InvalidQueryError` before the first batch.
 */
export async function* readInBatches<Row, Query extends ListQuery>(
  db: Database,
  list: List<Row, Query>,
  query: Query,
): AsyncGenerator<Row[]> {
  const numbers = await readNumbers(db, select(list, query))
  for (let at = 0; at < numbers.length; at += batchSize)
    yield readRows(db, list, Array.from(numbers.subarray(at, at + batchSize), String))
}
