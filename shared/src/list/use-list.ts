import { useEffect, useMemo } from 'react'
import { keepPreviousData, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { arrivedPage, getRows } from '../api.ts'
import type { DayKey } from '../days.ts'
import type { Latest } from '../live/standing.ts'
import { useStanding } from '../live/use-standing.ts'
import { logFailure } from '../log-failure.ts'
import { useTimeZone } from '../preferences.ts'
import { isOwnReload, steady } from '../query-client.ts'
import type { Noun } from '../query-client.ts'
import type { Column, ListFilter } from './column.ts'
import { fieldOf } from './column.ts'
import { listReads } from './list-news.ts'
import type { ListFacts } from './list-news.ts'
import type { ListState } from './list-state.ts'
import type { Answer } from './read-changes.ts'
import { useLiveCheck } from './use-live-check.ts'
import { useMemoryRows } from './use-memory-rows.ts'

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

/** What the server is asked for, by the names of its parameters. */
export type AskedOfList = { page: number; page_size: number; sort: string; q: string; date?: DayKey; tz?: string } & Readonly<Record<string, string | number>>

/** How often a total that the server has not counted yet is asked for again, in ms. */
const stillCounting = 3000

const createdAtOf = (row: unknown) => fieldOf(row, 'createdAt')
const nothing: never[] = []
const unasked: Pick<Answer<never>, 'cause' | 'others' | 'created'> = {}
const noChanges: ReadonlyMap<string, number> = new Map()

// Rows of a page that did not change stay the same objects and are not drawn again. Of a whole list, comparing all would freeze the page.
const keepEqualRows = (before: unknown, after: unknown) => (isPage(after) ? replaceEqualDeep(before, after) : after)
const isPage = (answer: unknown) => typeof answer === 'object' && answer !== null && 'meta' in answer

export function useList<Row extends object>({ noun, path, columns, filters, searchText, createdAt = createdAtOf }: ListSource<Row>, state: ListState) {
  const queryClient = useQueryClient()
  const timeZone = useTimeZone()
  const bare = useBarePaths((paths) => paths[path] === true)
  const { page, size, sort, q, date, filters: set } = state
  const wholeKey = [noun, 'list', path, 'whole'] as const
  const asked: AskedOfList = { page, page_size: size, sort, q: q.trim(), ...(date !== null && { date, tz: timeZone }), ...set }

  const queryKey = bare ? wholeKey : ([noun, 'list', path, asked] as const)
  const query = useQuery<Answer<Row>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const isOwn = isOwnReload(noun)
      const answer = await getRows<Row>(path, bare ? {} : asked, signal)
      if (!bare && answer.meta === undefined) {
        queryClient.setQueryData(wholeKey, answer)
        useBarePaths.setState({ [path]: true })
      }
      if (!isOwn) return answer
      return { ...answer, cause: 'own', created: queryClient.getQueryData<Answer<Row>>(queryKey)?.created ?? [] }
    },
    initialData: () => (bare ? undefined : arrivedPage<Row>(path, asked)),
    placeholderData: keepPreviousData,
    structuralSharing: keepEqualRows,
    refetchInterval: ({ state }) => state.data?.meta?.estimated === true && stillCounting,
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
  const asking = useMemo(() => ({ q, date, filters: set, sort, known: filters, timeZone }), [q, date, set, sort, filters, timeZone])
  const { matching, settled } = useMemoryRows(inMemory, { columns, searchText, createdAt }, asking)

  const total = meta?.total ?? matching?.positions.length ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  const shownPage = Math.min(page, pages)
  const rows = useMemo(() => {
    if (!matching) return meta ? delivered : nothing
    const positions = matching.positions.subarray((shownPage - 1) * size, shownPage * size)
    return Array.from(positions, (at) => matching.index.rows[at]).filter((row) => row !== undefined)
  }, [matching, meta, delivered, shownPage, size])

  const view = JSON.stringify([path, bare, asked])
  const loading = query.isPending || (inMemory !== null && !matching)
  const arriving = loading || query.isPlaceholderData || (inMemory !== null && !settled)
  const newestFirst = sort === '-createdAt' || (sort === '' && meta !== undefined)
  const { cause = 'asked', others, created } = query.data ?? unasked
  const estimated = meta?.estimated === true
  const latest = useMemo<Latest<Row, ListFacts> | null>(() => {
    if (arriving) return null
    const facts = { total, pages, estimated, page: shownPage, newestFirst, created: created ?? nothing }
    return { view, rows, facts, cause, find: (id) => (meta ? others : delivered)?.find((row) => listReads.idOf(row) === id) }
  }, [arriving, view, rows, total, pages, estimated, shownPage, newestFirst, cause, created, others, delivered, meta])
  const { standing, show } = useStanding(latest, listReads)
  useLiveCheck({
    noun,
    path,
    queryKey,
    query: asked,
    isFixed: /^(-?createdAt)?$/.test(sort) && q.trim() === '' && Object.keys(set).length === 0,
    shown: () => new Set(standing?.rows.flatMap((row) => listReads.idOf(row) ?? [])),
  })

  const facts = standing?.facts
  return {
    rows: standing?.rows ?? nothing,
    total: facts?.total ?? 0,
    asked,
    /** The total is rounded: the server still counts. */
    estimated: facts?.estimated === true,
    /** The server pages, and so it knows the whole list. */
    paged: meta !== undefined,
    pages: facts?.pages ?? 1,
    page: Math.min(page, facts?.pages ?? 1),
    loading: loading || (query.data !== undefined && !standing),
    /** Rows of the last answer stand in for those asked for. */
    outdated: arriving && standing?.latest.view !== view,
    refreshing: query.isFetching,
    /** Why there are no rows to show. */
    error: query.data === undefined ? error : null,
    /** The rows on screen are older than the failure to reload them. */
    refreshFailed: error !== null && query.data !== undefined,
    retry: () => void query.refetch(),
    /** How often each row changed where it stands, by id. */
    changes: standing?.changes ?? noChanges,
    /** What others did that would move rows: it waits for `showNews`. */
    news: standing?.news ?? null,
    newestFirst,
    showNews: show,
  }
}
