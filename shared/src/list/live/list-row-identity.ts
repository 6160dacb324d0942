import { idOf } from '../../api/record-fields.ts'
import type { Latest, PendingChanges, RowIdentity } from '../../realtime/reconcile.ts'
import type { PageFacts } from '../use-pages.ts'

/** The facts that a list shows beside its rows. */
export type ListFacts = PageFacts & {
  newestFirst: boolean
  /** Ids of records that were made since these rows were taken, as far as the backend says. */
  created: readonly string[]
}

const idOfRow = (row: object): string | null => ('_id' in row ? idOf(row._id) : null)

/**
 * New rows of a list that begins with the newest are those above the first row that is shown; seen from a later page,
 * those by which the list grew. In any other order only those that were made just now and belong on this page.
 */
function pendingOf<Row extends object>(
  shown: readonly Row[],
  { total }: ListFacts,
  { rows, facts }: Latest<Row, ListFacts>,
): PendingChanges {
  const shownIds = new Set(shown.map(idOfRow))
  const ids = rows.map(idOfRow)
  const grown = facts.isLong ? 0 : Math.max(0, facts.total - total)
  let count = 0
  if (!facts.newestFirst)
    count = ids.filter((id) => id !== null && !shownIds.has(id) && facts.created.includes(id)).length
  else if (facts.page !== 1) count = facts.created.length > 0 ? Math.min(facts.created.length, grown) : grown
  else {
    const first = ids.findIndex((id) => id !== null && shownIds.has(id))
    count = first === -1 ? Math.max(rows.length, grown) : first
  }
  return count > 0 ? { kind: 'new', count } : { kind: 'moved', count: 0 }
}

export const listRowIdentity: RowIdentity<object, ListFacts> = { idOf: idOfRow, pendingOf }
