import { useEffect, useMemo } from 'react'
import { keepPreviousData, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isApiError } from '../../api/api-error.ts'
import { arrivedPage, getRows } from '../../api/api.ts'
import type { Rows } from '../../api/api.ts'
import type { DayKey } from '../../contract/time/days.ts'
import type { Latest } from '../../realtime/reconcile.ts'
import { useReconciledRows } from '../../realtime/use-reconciled-rows.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useTimeZone } from '../../session/preferences.ts'
import { isOwnReload, steady } from '../../api/query-client.ts'
import type { Resource } from '../../api/query-client.ts'
import type { Column, ListFilter } from '../column.ts'
import { fieldOf } from '../column.ts'
import { listRowIdentity } from '../live/list-row-identity.ts'
import type { ListFacts } from '../live/list-row-identity.ts'
import type { ListState } from '../list-state.ts'
import type { Answer } from '../live/read-changes.ts'
import { useLiveCheck } from '../live/use-live-check.ts'
import { useMemoryRows } from '../memory/use-memory-rows.ts'
import { neighbours, pageFacts, windowPages } from '../page-facts.ts'

export type ListSource<Row> = {
  resource: Resource
  path: string
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<Row>[]
  /** The text that the search box looks through when the rows are searched here. */
  searchText: (row: Row) => string
  createdAt?: (row: Row) => unknown
}

/**
 * The kind of backend behind a path, as an answer showed it. `memory`: it pages nothing, and from then on its whole
 * list is fetched once and everything else happens here. `numbers`: it has no cursors, and any page goes by number.
 * `cursors`: numbers reach the window.
 */
type Paging = 'memory' | 'numbers' | 'cursors'
const usePaging = create<Readonly<Record<string, Paging>>>()(() => ({}))

/** Undefined where the answer does not show it: all rows are on one page, or the page is behind the last one. */
function pagingOf({ rows, meta }: Rows<object>): Paging | undefined {
  if (!meta) return 'memory'
  if (meta.next !== undefined || meta.previous !== undefined) return 'cursors'
  return rows.length > 0 && meta.total > meta.page_size ? 'numbers' : undefined
}

/** The parameters of a request for one page, by their names. */
export type PageQuery = {
  page?: number | 'last'
  cursor?: string
  page_size: number
  sort: string
  q: string
  date?: DayKey
  tz?: string
} & Readonly<Record<string, string | number>>

const createdAtOf = (row: unknown) => fieldOf(row, 'createdAt')
const nothing: never[] = []
const noAnswer: Pick<Answer<never>, 'cause' | 'others' | 'created'> = {}
const noChanges: ReadonlyMap<string, number> = new Map()

// Rows of a page that did not change stay the same objects and are not drawn again. Of a whole list, comparing all
// would freeze the page.
const keepEqualRows = (before: unknown, after: unknown) => (isPage(after) ? replaceEqualDeep(before, after) : after)
const isPage = (answer: unknown) => typeof answer === 'object' && answer !== null && 'meta' in answer

export function useList<Row extends object>(
  { resource, path, columns, filters, searchText, createdAt = createdAtOf }: ListSource<Row>,
  state: ListState,
) {
  const queryClient = useQueryClient()
  const timeZone = useTimeZone()
  const paging = usePaging((paths) => paths[path])
  const bare = paging === 'memory'
  const { page, cursor, size, sort, q, date, filters: set } = state
  const wholeKey = [resource, 'list', path, 'whole'] as const
  const inWindow = page === 'last' || paging === 'numbers' ? page : Math.min(page, windowPages(size))
  const pageQuery: PageQuery = {
    ...(cursor === null ? { page: inWindow } : { cursor }),
    page_size: size,
    sort,
    q: q.trim(),
    ...(date !== null && { date }),
    ...((date !== null || 'days' in set || 'created' in set) && { tz: timeZone }),
    ...set,
  }

  const queryKey = bare ? wholeKey : ([resource, 'list', path, pageQuery] as const)
  const query = useQuery<Answer<Row>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const isOwn = isOwnReload(resource)
      const answer = await getRows<Row>(path, bare ? {} : pageQuery, signal)
      if (!bare && answer.meta === undefined) queryClient.setQueryData(wholeKey, answer)
      const found = pagingOf(answer)
      if (found) usePaging.setState({ [path]: found })
      if (!isOwn) return answer
      return { ...answer, cause: 'own', created: queryClient.getQueryData<Answer<Row>>(queryKey)?.created ?? [] }
    },
    initialData: () => (bare ? undefined : arrivedPage<Row>(path, pageQuery)),
    placeholderData: keepPreviousData,
    structuralSharing: keepEqualRows,
    meta: steady,
  })

  const { error } = query
  useEffect(() => {
    if (error) logFailure(`Loading ${path}`, error)
  }, [error, path])

  const delivered: readonly Row[] = query.data?.rows ?? nothing
  const meta = query.data?.meta
  const answered = query.data !== undefined
  const inMemory = answered && !meta ? delivered : null
  const memoryQuery = useMemo(
    () => ({ q, date, filters: set, sort, known: filters, timeZone }),
    [q, date, set, sort, filters, timeZone],
  )
  const { matching, settled } = useMemoryRows(inMemory, { columns, searchText, createdAt }, memoryQuery)

  const total = meta?.total ?? matching?.positions.length ?? 0
  const known = useMemo(
    () => pageFacts({ page, cursor, size }, meta ?? { total, page: 1 }, meta !== undefined && paging !== 'numbers'),
    [page, cursor, size, meta, total, paging],
  )
  const shownPage = known.page ?? 1
  const rows = useMemo(() => {
    if (!matching) return meta ? delivered : nothing
    const positions = matching.positions.subarray((shownPage - 1) * size, shownPage * size)
    return Array.from(positions, (at) => matching.index.rows[at]).filter((row) => row !== undefined)
  }, [matching, meta, delivered, shownPage, size])

  const view = JSON.stringify([path, bare, pageQuery])
  const loading = query.isPending || (inMemory !== null && !matching)
  const arriving = loading || query.isPlaceholderData || (inMemory !== null && !settled)
  const newestFirst = sort === '-createdAt' || (sort === '' && meta !== undefined)
  const { cause = 'requested', others, created } = query.data ?? noAnswer
  const latest = useMemo<Latest<Row, ListFacts> | null>(() => {
    if (arriving) return null
    const facts = { ...known, newestFirst, created: created ?? nothing }
    return {
      view,
      rows,
      facts,
      cause,
      find: (id) => (meta ? others : delivered)?.find((row) => listRowIdentity.idOf(row) === id),
    }
  }, [arriving, view, rows, known, newestFirst, cause, created, others, delivered, meta])
  const { reconciled, show } = useReconciledRows(latest, listRowIdentity)
  useLiveCheck({
    resource,
    path,
    queryKey,
    query: pageQuery,
    isFixed: /^(-?createdAt)?$/.test(sort) && q.trim() === '' && Object.keys(set).length === 0,
    shown: () => new Set(reconciled?.rows.flatMap((row) => listRowIdentity.idOf(row) ?? [])),
  })

  const facts = reconciled?.facts
  const outdated = arriving && reconciled?.latest.view !== view
  const pages = facts?.pages ?? 1
  const isNumbered = cursor === null && page !== 'last'
  const current = isNumbered ? Math.min(page, pages) : (facts?.page ?? null)
  // While another page loads, the known cursors are those of the page before.
  const cursors = outdated ? {} : { next: facts?.next, previous: facts?.previous }
  const refused = isApiError(error) && error.status === 400 ? error : null
  const isSortRefused = refused !== null && 'sort' in refused.fields
  // A cursor of another time, a backend that knows no last page, or a number or an order that one of before refuses.
  const isPageRefused = refused !== null && (!isNumbered || (page !== 1 && 'page' in refused.fields))
  const isRefused = isSortRefused || isPageRefused
  return {
    rows: reconciled?.rows ?? nothing,
    /** The query and the page that these rows are of. */
    view: reconciled?.latest.view ?? view,
    total: facts?.total ?? 0,
    query: pageQuery,
    /** All rows that search and filters keep, in order, where the whole list is here; null where the server pages. */
    readMatching: matching
      ? () => Array.from(matching.positions, (at) => matching.index.rows[at]).filter((row) => row !== undefined)
      : null,
    /** The server pages, and so it knows the whole list. */
    paged: meta !== undefined,
    /** 1-based; null where nobody knows which one it is. */
    page: current,
    /** How many pages can be asked for by number, and whether there are more: then the total says `listWindow` only. */
    pages,
    isLong: facts?.isLong === true,
    ...neighbours({ page: current, pages, ...cursors }),
    /** The server does not know this page (any more), or not this order. */
    isRefused,
    isSortRefused,
    loading: loading || isRefused || (query.data !== undefined && !reconciled),
    /** The rows are those of the last answer until the requested ones arrive. */
    outdated,
    refreshing: query.isFetching,
    /** Why there are no rows to show. */
    error: query.data === undefined && !isRefused ? error : null,
    /** The rows on screen are older than the failure to reload them. */
    refreshFailed: error !== null && query.data !== undefined,
    retry: () => void query.refetch(),
    /** How often each row changed while it was shown, by id. */
    changes: reconciled?.changes ?? noChanges,
    /** Changes by others that would move rows: they wait for `showChanges`. */
    pending: reconciled?.pending ?? null,
    newestFirst,
    showChanges: show,
  }
}
