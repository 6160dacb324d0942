import { useMemo } from 'react'
import type { Resource } from '../../api/query-client.ts'
import { useReconciledRows } from '../../realtime/reconcile.ts'
import type { Latest } from '../../realtime/reconcile.ts'
import type { ListState } from '../list-state.ts'
import { listRowIdentity } from '../live/list-row-identity.ts'
import type { ListFacts } from '../live/list-row-identity.ts'
import { useLiveCheck } from '../live/use-live-check.ts'
import type { ListQuery } from './use-list-query.ts'
import { pageFacts } from '../use-pages.ts'

const nothing: never[] = []
const noChanges: ReadonlyMap<string, number> = new Map()

/**
 * The rows on screen. They stand still while others change the list: a row is brought up to date in its place, and what
 * would move rows is `pending` until `showChanges`.
 */
export function useSteadyRows<Row extends object>(
  { resource, path }: { resource: Resource; path: string },
  state: ListState,
  query: ListQuery<Row>,
) {
  const { page, cursor, size, sort, q, filters } = state
  const { queryHash, answer, matching, isPaged, isArriving } = query
  const newestFirst = sort === '-createdAt' || (sort === '' && isPaged)
  const latest = useMemo<Latest<Row, ListFacts> | null>(() => {
    if (isArriving || !answer) return null
    const { rows: delivered, meta, cause = 'requested', others, created = nothing } = answer
    const paged = meta ?? { total: matching?.length ?? 0, page: 1 }
    const facts = { ...pageFacts({ page, cursor, size }, paged, isPaged), newestFirst, created }
    const first = ((facts.page ?? 1) - 1) * size
    return {
      queryHash,
      rows: matching ? matching.slice(first, first + size) : delivered,
      facts,
      cause,
      find: (id) => (meta ? others : delivered)?.find((row) => listRowIdentity.idOf(row) === id),
    }
  }, [isArriving, queryHash, answer, matching, isPaged, page, cursor, size, newestFirst])
  const { reconciled, show } = useReconciledRows(latest, listRowIdentity)
  useLiveCheck({
    resource,
    path,
    queryKey: query.queryKey,
    query: query.pageQuery,
    isFixed: /^(-?createdAt)?$/.test(sort) && q.trim() === '' && Object.keys(filters).length === 0,
    shown: () => new Set(reconciled?.rows.flatMap((row) => listRowIdentity.idOf(row) ?? [])),
  })
  const shownHash = reconciled?.latest.queryHash ?? queryHash
  return {
    /** Null until the first answer. */
    rows: reconciled?.rows ?? null,
    facts: reconciled?.facts,
    /** The query and the page that these rows are of. */
    queryHash: shownHash,
    /** The rows are those of the last answer until the requested ones arrive. */
    isOutdated: isArriving && shownHash !== queryHash,
    /** How often each row changed while it was shown, by id. */
    changes: reconciled?.changes ?? noChanges,
    pending: reconciled?.pending ?? null,
    showChanges: show,
  }
}
