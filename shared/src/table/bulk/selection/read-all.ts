import { getRows } from '../../../api/api.ts'
import { idOf } from '../../../api/record-fields.ts'
import type { PageQuery } from '../../data/use-list.ts'

/** No more rows are changed in one go. */
export const mostRows = 10_000
const pageSize = 200

/** All rows that search and filters keep, by id and in the order on screen; at most `mostRows`. */
export async function readAll<Row extends { _id?: unknown }>(
  path: string,
  { page: _page, cursor: _cursor, page_size: _size, ...query }: PageQuery,
  signal: AbortSignal,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (let page = 1; page <= mostRows / pageSize; page++) {
    const { rows, meta } = await getRows<Row>(path, { ...query, bulk: 'true', page, page_size: pageSize }, signal)
    for (const row of rows) {
      const id = idOf(row._id)
      if (id !== null && found.size < mostRows) found.set(id, row)
    }
    if (!meta || page * pageSize >= meta.total || rows.length === 0) break
  }
  return found
}

/** The same of rows that are here. */
export function chooseAll<Row extends { _id?: unknown }>(rows: readonly Row[]): Map<string, Row> {
  const known = rows.flatMap((row) => {
    const id = idOf(row._id)
    return id === null ? [] : [[id, row] as const]
  })
  return new Map(known.slice(0, mostRows))
}
