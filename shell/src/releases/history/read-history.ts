import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { History, ReleaseDiff } from '@interline/federation/runtime'
import { ApiError } from '@interline/shared/api'
import { session } from '@interline/shared/session'

const pollMs = 10_000

/** Asks the shell's own origin; rejects with `ApiError`, as a call of the API would. */
async function readOwn<T>(path: string, signal: AbortSignal): Promise<T> {
  const headers = { authorization: `Bearer ${session.getState().token ?? ''}`, accept: 'application/json' }
  const response = await fetch(path, { headers, signal, cache: 'no-store' }).catch(() =>
    Promise.reject(new ApiError({ kind: 'network' })),
  )
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { title } = (body ?? {}) as { title?: unknown }
    throw new ApiError({
      kind: 'refused',
      status: response.status,
      title: typeof title === 'string' ? title : undefined,
    })
  }
  if (typeof body !== 'object' || body === null) throw new ApiError({ kind: 'not-understood', status: response.status })
  return body as T
}

/**
 * What is live, the canary, failures, and the log, page after page; as it is now, also for who leaves it open while
 * others change it.
 */
export const useHistory = () =>
  useInfiniteQuery({
    queryKey: ['release-history'],
    queryFn: ({ signal, pageParam }) =>
      readOwn<History>(`/release-history${pageParam === null ? '' : `?before=${pageParam}`}`, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  })

/** What a release changed. A release never changes, so the answer can be cached without end. */
export const useDiff = (release: number) =>
  useQuery({
    queryKey: ['release-history', release],
    queryFn: ({ signal }) => readOwn<ReleaseDiff>(`/release-history/${release}`, signal),
    staleTime: Infinity,
  })
