import { useEffect } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, getRows } from '../api/api.ts'
import type { Query } from '../api/api.ts'
import { logFailure } from '../api/log-failure.ts'
import type { Resource } from '../api/query-client.ts'
import type { NotedResource, Note, TimelineEntry } from '../contract/records.ts'

/** One record, as our own API answers it. What others do to its resource loads it again. */
export function useRecord<Data>(resource: Resource, path: string) {
  const query = useQuery({
    queryKey: [resource, 'record', path],
    queryFn: async ({ signal }) => (await api.get<{ data: Data }>(path, { signal })).data,
  })
  useLogged(path, query.error)
  return query
}

type Part<Row> = { rows: Row[]; next?: string; total?: number }

/** Something long that is read part by part, newest first. */
export type Parts<Row> = {
  rows: Row[]
  /** How many there are; undefined where nobody counts them. */
  total: number | undefined
  hasMore: boolean
  isLoading: boolean
  /** After a failure, while there is nothing to show yet. */
  isRetrying: boolean
  isLoadingMore: boolean
  /** Why there is nothing to show. */
  error: unknown
  /** Why the next part did not come; null while it is asked for again. */
  moreError: unknown
  /** Resolves with the index of the first row that came, with null when none did. */
  loadMore: () => Promise<number | null>
  retry: () => void
}

function useParts<Row>(
  resource: Resource,
  path: string,
  query: Query,
  read: (from: string | undefined, signal: AbortSignal) => Promise<Part<Row>>,
): Parts<Row> {
  const parts = useInfiniteQuery({
    queryKey: [resource, 'record', path, query],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
  useLogged(path, parts.error)
  const first = parts.data?.pages[0]
  const rows = parts.data?.pages.flatMap((part) => part.rows) ?? []
  return {
    rows,
    total: first?.total,
    hasMore: parts.hasNextPage,
    isLoading: parts.isPending && parts.errorUpdateCount === 0,
    isRetrying: parts.isPending && parts.errorUpdateCount > 0,
    isLoadingMore: parts.isFetchingNextPage,
    error: parts.data ? null : parts.error,
    moreError: parts.isFetchNextPageError && !parts.isFetchingNextPage ? parts.error : null,
    loadMore: async () => ((await parts.fetchNextPage()).isSuccess ? rows.length : null),
    retry: () => void parts.refetch(),
  }
}

const listedAtOnce = 10

/** A list of SPEC §7 with a filter, ten rows at a time. */
export const useListPart = <Row extends object>(resource: Resource, path: string, filter: Record<string, string>) =>
  useParts<Row>(resource, path, filter, async (cursor, signal) => {
    const start = cursor === undefined ? { page: 1 } : { cursor }
    const query = { ...filter, ...start, page_size: listedAtOnce, sort: '-createdAt' }
    const { rows, meta } = await getRows<Row>(path, query, signal)
    return {
      rows,
      ...(meta && { total: meta.total }),
      ...(meta?.next !== undefined && { next: meta.next }),
    }
  })

const resources = { driver: 'drivers', user: 'users', booking: 'user-rides' } as const

/** The notes on a record. */
export const useNotes = (resource: NotedResource, id: string) =>
  usePart<Note>(resources[resource], '/admin/notes', { resource, target_id: id })

/** The steps of a booking. */
export const useTimeline = (id: string) =>
  usePart<TimelineEntry>('user-rides', `/admin/records/bookings/${encodeURIComponent(id)}/timeline`, {})

const usePart = <Row>(resource: Resource, path: string, query: Query) =>
  useParts<Row>(resource, path, query, async (before, signal) => {
    const body = await api.get<{ data: Row[]; meta: { next?: string } }>(path, {
      query: { ...query, ...(before !== undefined && { before }) },
      signal,
    })
    return { rows: body.data, ...(body.meta.next !== undefined && { next: body.meta.next }) }
  })

function useLogged(path: string, error: unknown) {
  useEffect(() => {
    if (error) logFailure(`Loading ${path}`, error)
  }, [error, path])
}
