import { getRows } from '../../api/api.ts'
import type { Rows } from '../../api/api.ts'
import { mostRowsAtOnce } from '../../contract/lists/window.ts'
import type { Cause } from '../../realtime/reconcile.ts'
import type { RowChange } from '../../realtime/row-changes.ts'
import { listRowIdentity } from './list-row-identity.ts'

/** Rows as a list's query keeps them. */
export type Answer<Row> = Rows<Row> & {
  cause?: Cause
  /** Rows on screen, as they are now, that the list no longer has in this page. */
  others?: Row[]
  /** Ids of records that were made meanwhile. */
  created?: string[]
}

/** Changes that were received and not yet checked against the list. */
type UncheckedChanges = { changed: Set<string>; created: Set<string>; isUnknown: boolean }

export const noUncheckedChanges = (): UncheckedChanges => ({ changed: new Set(), created: new Set(), isUnknown: false })

export function addUncheckedChange(unchecked: UncheckedChanges, { ids, kind }: RowChange): void {
  const isKnown = ids !== null && (kind === 'changed' || kind === 'created')
  unchecked.isUnknown ||= !isKnown
  for (const id of ids ?? []) unchecked[kind === 'created' ? 'created' : 'changed'].add(id)
}

type CheckedPage = {
  path: string
  /** Parameters of the page; none for a backend that sends everything. */
  query: Readonly<Record<string, string | number>>
  /** A change of a record's fields cannot bring it to this page, away from it, or to another position in it. */
  isFixed: boolean
  shown: ReadonlySet<string>
}

/**
 * Requests no more than it takes to apply the unchecked changes: nothing when they are not on screen and cannot get
 * there, the rows themselves when nothing else can differ, else the page, with the rows that left it. Null when there
 * is nothing to be known.
 */
export async function readChanges<Row extends object>(
  unchecked: UncheckedChanges,
  before: Answer<Row>,
  { path, query, isFixed, shown }: CheckedPage,
): Promise<Answer<Row> | null> {
  const created = [...new Set([...(before.created ?? []), ...unchecked.created])]
  const wanted = [...unchecked.changed].filter((id) => shown.has(id))
  if (before.meta === undefined) return { ...(await getRows<Row>(path)), cause: 'live', created }
  const isWhole = unchecked.isUnknown || unchecked.created.size > 0 || (unchecked.changed.size > 0 && !isFixed)
  if (!isWhole && wanted.length === 0) return null
  if (!isWhole) {
    const found = await readRows<Row>(path, wanted)
    if (found.size === wanted.length) {
      const rows = before.rows.map((row) => found.get(listRowIdentity.idOf(row) ?? '') ?? row)
      return { ...before, rows, cause: 'live', created, others: [...found.values()] }
    }
  }
  const page = await getRows<Row>(path, query)
  const there = new Set(page.rows.map(listRowIdentity.idOf))
  const gone = (unchecked.isUnknown ? [...shown] : wanted).filter((id) => !there.has(id))
  return {
    ...page,
    cause: 'live',
    created,
    others: gone.length > 0 ? [...(await readRows<Row>(path, gone)).values()] : [],
  }
}

/**
 * These rows, wherever they are in the list. A backend that knows no `ids` answers a page in which they may be missing.
 */
export async function readRows<Row extends object>(path: string, ids: readonly string[]): Promise<Map<string, Row>> {
  const wanted = new Set(ids)
  const found = new Map<string, Row>()
  for (let at = 0; at < ids.length; at += mostRowsAtOnce) {
    const some = ids.slice(at, at + mostRowsAtOnce)
    const { rows } = await getRows<Row>(path, { ids: some.join(','), page: 1, page_size: some.length })
    for (const row of rows) {
      const id = listRowIdentity.idOf(row)
      if (id !== null && wanted.has(id)) found.set(id, row)
    }
  }
  return found
}
