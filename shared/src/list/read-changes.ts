import { getRows } from '../api.ts'
import type { Rows } from '../api.ts'
import type { Cause } from '../live/standing.ts'
import type { RowChange } from '../live/row-changes.ts'
import { listReads } from './list-news.ts'

/** Rows as a list's query keeps them. */
export type Answer<Row> = Rows<Row> & {
  cause?: Cause
  /** Rows on screen, as they are now, that the list no longer has in this page. */
  others?: Row[]
  /** Ids of records that were made meanwhile. */
  created?: string[]
}

/** What was heard and not yet looked at. */
type Heard = { changed: Set<string>; created: Set<string>; isUnknown: boolean }

export const nothingHeard = (): Heard => ({ changed: new Set(), created: new Set(), isUnknown: false })

export function addHeard(heard: Heard, { ids, kind }: RowChange): void {
  const isKnown = ids !== null && (kind === 'changed' || kind === 'created')
  heard.isUnknown ||= !isKnown
  for (const id of ids ?? []) heard[kind === 'created' ? 'created' : 'changed'].add(id)
}

type Asks = {
  path: string
  /** Parameters of the page; none for a backend that sends everything. */
  query: Readonly<Record<string, string | number>>
  /** A change of a record's fields cannot bring it to this page, away from it, or to another place of it. */
  isFixed: boolean
  shown: ReadonlySet<string>
}

/**
 * Asks for no more than it takes to know what was heard: nothing when it is not on screen and cannot get there, the rows themselves when
 * nothing else can differ, else the page, with the rows that left it. Null when there is nothing to be known.
 */
export async function readChanges<Row extends object>(heard: Heard, before: Answer<Row>, { path, query, isFixed, shown }: Asks): Promise<Answer<Row> | null> {
  const created = [...new Set([...(before.created ?? []), ...heard.created])]
  const wanted = [...heard.changed].filter((id) => shown.has(id))
  if (before.meta === undefined) return { ...(await getRows<Row>(path)), cause: 'live', created }
  const isWhole = heard.isUnknown || heard.created.size > 0 || (heard.changed.size > 0 && !isFixed)
  if (!isWhole && wanted.length === 0) return null
  if (!isWhole) {
    const found = await readRows<Row>(path, wanted)
    if (found.size === wanted.length) {
      const rows = before.rows.map((row) => found.get(listReads.idOf(row) ?? '') ?? row)
      return { ...before, rows, cause: 'live', created, others: [...found.values()] }
    }
  }
  const page = await getRows<Row>(path, query)
  const there = new Set(page.rows.map(listReads.idOf))
  const gone = (heard.isUnknown ? [...shown] : wanted).filter((id) => !there.has(id))
  return { ...page, cause: 'live', created, others: gone.length > 0 ? [...(await readRows<Row>(path, gone)).values()] : [] }
}

/** These rows, wherever they are in the list. A backend that knows no `ids` answers a page in which they may be missing. */
async function readRows<Row extends object>(path: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const wanted = new Set(ids)
  const { rows } = await getRows<Row>(path, { ids: ids.join(','), page: 1, page_size: ids.length })
  return new Map(rows.flatMap((row) => {
    const id = listReads.idOf(row)
    return id !== null && wanted.has(id) ? [[id, row] as const] : []
  }))
}
