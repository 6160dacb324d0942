import { useEffect, useMemo } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { getRows } from '../api.ts'
import type { Rows } from '../api.ts'
import { logFailure } from '../log-failure.ts'
import { useTimeZone } from '../preferences.ts'
import type { Noun } from '../query-client.ts'
import type { Column, ListFilter } from './column.ts'
import { fieldOf } from './column.ts'
import type { ListState } from './list-state.ts'
import { indexRows, matchRows, orderRows } from './memory-rows.ts'

export type ListSource<Row> = {
  noun: Noun
  path: string
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<Row>[]
  /** What the search box looks through when the rows are searched here. */
  searchText: (row: Row) => string
  createdAt?: (row: Row) => unknown
}

// Paths whose backend pages nothing: from then on its whole list is fetched once and everything else happens here.
const useBarePaths = create<Readonly<Record<string, true>>>()(() => ({}))

const createdAtOf = (row: unknown) => fieldOf(row, 'createdAt')
const nothing: never[] = []

export function useList<Row extends object>({ noun, path, columns, filters, searchText, createdAt = createdAtOf }: ListSource<Row>, state: ListState) {
  const queryClient = useQueryClient()
  const timeZone = useTimeZone()
  const bare = useBarePaths((paths) => paths[path] === true)
  const { page, size, sort, q, date, filters: set } = state
  const wholeKey = [noun, 'list', path, 'whole'] as const
  const asked = { page, page_size: size, sort, q: q.trim(), ...(date !== null && { date, tz: timeZone }), ...set }

  const query = useQuery<Rows<Row>>({
    queryKey: bare ? wholeKey : [noun, 'list', path, asked],
    queryFn: async ({ signal }) => {
      const answer = await getRows<Row>(path, bare ? {} : asked, signal)
      if (!bare && answer.meta === undefined) {
        queryClient.setQueryData(wholeKey, answer)
        useBarePaths.setState({ [path]: true })
      }
      return answer
    },
    placeholderData: keepPreviousData,
  })

  const { error } = query
  useEffect(() => {
    if (error) logFailure(`Loading ${path}`, error)
  }, [error, path])

  const delivered: readonly Row[] = query.data?.rows ?? nothing
  const meta = query.data?.meta
  const index = useMemo(() => (meta ? null : indexRows(delivered, searchText, createdAt)), [delivered, meta, searchText, createdAt])
  const order = useMemo(() => (meta ? null : orderRows(delivered, sort, columns)), [delivered, meta, sort, columns])
  const matching = useMemo(
    () => (index && order ? matchRows(index, order, { q, date, filters: set }, filters, timeZone) : null),
    [index, order, q, date, set, filters, timeZone],
  )

  const total = meta?.total ?? matching?.length ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  const shownPage = Math.min(page, pages)
  const rows = useMemo(() => {
    if (!matching) return delivered
    const positions = matching.subarray((shownPage - 1) * size, shownPage * size)
    return Array.from(positions, (at) => delivered[at]).filter((row) => row !== undefined)
  }, [matching, delivered, shownPage, size])

  return {
    rows,
    total,
    pages,
    page: shownPage,
    loading: query.isPending,
    /** Rows of the last answer stand in for those asked for. */
    outdated: query.isPlaceholderData,
    refreshing: query.isFetching,
    /** Why there are no rows to show. */
    error: query.data === undefined ? error : null,
    /** The rows on screen are older than the failure to reload them. */
    refreshFailed: error !== null && query.data !== undefined,
    retry: () => void query.refetch(),
  }
}
