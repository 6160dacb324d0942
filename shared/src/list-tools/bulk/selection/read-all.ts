import { getRows } from '../../../api/api.ts'
import { idOf } from '../../../api/record-fields.ts'
import { mostRowsAtOnce } from '../../../contract/index.ts'
import type { PageQuery } from '../../../list/data/use-list-query.ts'
import type { SelectableRow } from './selection.ts'

/** No more rows are changed in one go. */
export const mostRows = 10_000

/** All rows that search and filters keep, by id and in the order on screen; at most `mostRows`. */
export async function readAll(
  path: string,
  { page: _page, cursor: _cursor, page_size: _size, ...query }: PageQuery,
  signal: AbortSignal,
): Promise<Map<string, SelectableRow>> {
  const found = new Map<string, SelectableRow>()
  for (let page = 1; page <= mostRows / mostRowsAtOnce; page++) {
    const { rows, meta } = await getRows<SelectableRow>(
      path,
      { ...query, bulk: 'true', page, page_size: mostRowsAtOnce },
      signal,
    )
    for (const row of rows) {
      const id = idOf(row._id)
      if (id !== null && found.size < mostRows) found.set(id, row)
    }
    if (!meta || page * mostRowsAtOnce >= meta.total || rows.length === 0) break
  }
  return found
}

/** The same of rows that are here. */
export function chooseAll(rows: readonly SelectableRow[]): Map<string, SelectableRow> {
  const known = rows.flatMap((row) => {
    const id = idOf(row._id)
    return id === null ? [] : [[id, row] as const]
  })
  return new Map(known.slice(0, mostRows))
}
