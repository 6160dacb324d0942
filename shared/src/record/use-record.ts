import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { api, getRows } from '../api/api.ts'
import type { Query } from '../api/api.ts'
import { steady } from '../api/query-client.ts'
import type { Resource } from '../api/query-client.ts'
import type { NotedResource, Note, TimelineEntry } from '../contract/index.ts'
import type { RowChange } from '../realtime/row-changes.ts'
import { useReadAgain } from './use-read-again.ts'

/** The resource whose changes concern a kind of record, and where our API has its records. */
export const recordKinds = {
  driver: { resource: 'drivers', path: '/admin/records/drivers' },
  user: { resource: 'users', path: '/admin/records/users' },
  booking: { resource: 'user-rides', path: '/admin/records/bookings' },
} as const satisfies Record<NotedResource, { resource: Resource; path: string }>

const pathOf = (kind: NotedResource, id: string) => `${recordKinds[kind].path}/${encodeURIComponent(id)}`

/** One record, as our own API answers it. */
export function useRecord<Data>(kind: NotedResource, id: string) {
  const { resource } = recordKinds[kind]
  const path = pathOf(kind, id)
  const queryKey = [resource, 'record', path]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ data: Data }>(path, { signal })).data,
    meta: { ...steady, what: path },
  })
  useReadAgain(resource, queryKey, isOf(id), 2000)
  return query
}

const isOf = (id: string) => (change: RowChange) => change.ids?.includes(id) === true

type Part<Row> = { rows: Row[]; next?: string; total?: number }

/** Rows of another list that belong to a record, read some at a time, newest first. */
export type RelatedList<Row> = UseInfiniteQueryResult<InfiniteData<Part<Row>>>

type RelatedListOptions<Row> = {
  resource: Resource
  path: string
  query: Query
  read: (from: string | undefined, signal: AbortSignal) => Promise<Part<Row>>
  concerns: (change: RowChange, rows: Row[]) => boolean
  everyMs: number
}

function useRelatedList<Row>(options: RelatedListOptions<Row>): RelatedList<Row> {
  const { resource, path, query, read, concerns, everyMs } = options
  const queryKey = [resource, 'record', path, query]
  const answer = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { ...steady, what: path },
  })
  useReadAgain(resource, queryKey, (change) => concerns(change, rowsOf(answer)), everyMs)
  return answer
}

/** All rows that are here so far. */
export const rowsOf = <Row>({ data }: RelatedList<Row>): Row[] => data?.pages.flatMap(({ rows }) => rows) ?? []

const listedAtOnce = 10

/** A list of SPEC §7 with a filter, ten rows at a time. */
export const useListPart = <Row extends { _id: string }>(
  resource: Resource,
  path: string,
  filter: Record<string, string>,
) =>
  useRelatedList<Row>({
    resource,
    path,
    query: filter,
    async read(cursor, signal) {
      const start = cursor === undefined ? { page: 1 } : { cursor }
      const query = { ...filter, ...start, page_size: listedAtOnce, sort: '-createdAt' }
      const { rows, meta } = await getRows<Row>(path, query, signal)
      return { rows, ...(meta && { total: meta.total }), ...(meta?.next !== undefined && { next: meta.next }) }
    },
    // A change does not say whose a new row is: any may belong here, and is waited for a little longer.
    concerns: ({ ids, kind }, rows) => kind !== 'changed' || rows.some(({ _id }) => ids?.includes(_id)),
    everyMs: 10_000,
  })

/** The notes on a record. */
export const useNotes = (kind: NotedResource, id: string) =>
  usePart<Note>(kind, id, '/admin/notes', { resource: kind, target_id: id })

/** The steps of a booking. */
export const useTimeline = (id: string) =>
  usePart<TimelineEntry>('booking', id, `${pathOf('booking', id)}/timeline`, {})

const usePart = <Row>(kind: NotedResource, id: string, path: string, query: Query) =>
  useRelatedList<Row>({
    resource: recordKinds[kind].resource,
    path,
    query,
    async read(before, signal) {
      const body = await api.get<{ data: Row[]; meta: { next?: string } }>(path, {
        query: { ...query, ...(before !== undefined && { before }) },
        signal,
      })
      return { rows: body.data, ...(body.meta.next !== undefined && { next: body.meta.next }) }
    },
    concerns: isOf(id),
    everyMs: 2000,
  })
