import { useMemo } from 'react'
import { hashKey, keepPreviousData, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isApiError } from '../../api/api-error.ts'
import { arrivedPage, getRows } from '../../api/api.ts'
import { isOwnReload, steady } from '../../api/query-client.ts'
import type { Resource } from '../../api/query-client.ts'
import type { DayKey } from '../../contract/time/days.ts'
import { useTimeZone } from '../../session/preferences.ts'
import type { Column, ListFilter } from '../column.ts'
import type { ListState } from '../list-state.ts'
import type { Answer } from '../live/read-changes.ts'
import { useMemoryRows } from './memory-rows.ts'
import { windowPages } from '../use-pages.ts'

/** The name of the remote, and one of the list in it, e.g. `rides/driver-rides`. */
export type ListId = `${string}/${string}`

export type ListSource<Row> = {
  /** A layout and the answers of a list go by its id: lists of one resource share neither. */
  id: ListId
  /** The server's word for its rows: a change of one renews every list of the resource, in every remote. */
  resource: Resource
  path: string
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<Row>[]
  /** The text that the search box looks through when the rows are searched here. */
  searchText: (row: Row) => string
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

/**
 * The paths whose backend pages nothing, as an answer showed it: from then on the whole list is fetched once, and
 * everything else happens here.
 */
const useWholeLists = create<Readonly<Record<string, true>>>()(() => ({}))

// Rows of a page that did not change stay the same objects and are not drawn again. Of a whole list, comparing all
// would freeze the page.
const keepEqualRows = (before: unknown, after: unknown) => (isPage(after) ? replaceEqualDeep(before, after) : after)
const isPage = (answer: unknown) => typeof answer === 'object' && answer !== null && 'meta' in answer

/** Asks the backend for what the address names: one page, or the whole list where it pages nothing. */
export function useListQuery<Row extends object>(
  { id, resource, path, columns, filters, searchText }: ListSource<Row>,
  state: ListState,
) {
  const queryClient = useQueryClient()
  const timeZone = useTimeZone()
  const isWhole = useWholeLists((paths) => paths[path] === true)
  const { page, cursor, size, sort, q, date, filters: set } = state
  const inWindow = page === 'last' ? page : Math.min(page, windowPages(size))
  const pageQuery: PageQuery = {
    ...(cursor === null ? { page: inWindow } : { cursor }),
    page_size: size,
    sort,
    q: q.trim(),
    ...(date !== null && { date }),
    ...((date !== null || 'days' in set || 'created' in set) && { tz: timeZone }),
    ...set,
  }

  const wholeKey = [resource, 'list', id, 'whole'] as const
  const queryKey = isWhole ? wholeKey : ([resource, 'list', id, pageQuery] as const)
  const query = useQuery<Answer<Row>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const isOwn = isOwnReload(resource)
      const answer = await getRows<Row>(path, isWhole ? {} : pageQuery, signal)
      if (!isWhole && answer.meta === undefined) {
        queryClient.setQueryData(wholeKey, answer)
        useWholeLists.setState({ [path]: true })
      }
      if (!isOwn) return answer
      return { ...answer, cause: 'own', created: queryClient.getQueryData<Answer<Row>>(queryKey)?.created ?? [] }
    },
    ...(!isWhole && arrivedPage<Row>(path, pageQuery)),
    placeholderData: keepPreviousData,
    structuralSharing: keepEqualRows,
    meta: { ...steady, what: path },
  })

  const { data: answer, error } = query

  const isPaged = answer?.meta !== undefined
  const memoryQuery = useMemo(() => ({ q, date, filters: set, sort, timeZone }), [q, date, set, sort, timeZone])
  const { matching, isLate } = useMemoryRows(
    answer && !isPaged ? answer.rows : null,
    { columns, filters, searchText },
    memoryQuery,
  )

  // A cursor of another time.
  const isRefused = cursor !== null && isApiError(error) && error.status === 400
  return {
    pageQuery,
    queryKey,
    /** The query with its page, as a text. */
    queryHash: hashKey([id, isWhole, pageQuery]),
    /** The latest answer: until the one that is asked for arrives, `isArriving`, that of before. */
    answer,
    isArriving: query.isPending || query.isPlaceholderData || (matching !== null && isLate),
    /** All rows that search and filters keep, in order, where the whole list is here; null where the server pages. */
    matching,
    /** The server pages, and so it knows the whole list. */
    isPaged,
    /** The address names a page that the server does not know any more. */
    isRefused,
    /** The reason why there is nothing to show. */
    error: answer === undefined && !isRefused ? error : null,
    /** The answer is older than the failure to reload it. */
    reloadFailed: error !== null && answer !== undefined,
    /** There is no answer to show, and no error. */
    isLoading: query.isPending || isRefused,
    isFetching: query.isFetching,
    reload: () => void query.refetch(),
  }
}

export type ListQuery<Row extends object> = ReturnType<typeof useListQuery<Row>>
