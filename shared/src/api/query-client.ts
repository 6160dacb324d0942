import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { dropFirstAnswer } from './first-answer.ts'
import { logFailure } from './log-failure.ts'
import { onSessionEnd, session } from '../session/session.ts'

/**
 * First part of every query key: `[resource, …]`. What the socket says about a resource refreshes all queries whose key
 * starts with it.
 */
export type Resource =
  | 'drivers'
  | 'users'
  | 'driver-rides'
  | 'user-rides'
  | 'chats'
  | 'notifications'
  | 'dashboard'
  | 'administrators'
  | 'audit'
  | 'views'
  | 'canned-replies'

/**
 * A call that a restart or a change of network breaks for a moment is tried once more, soon: who waits is told
 * within 1.5 s. Not when the server said when to come back, and not after 60 s without an answer. Firefox cancels the
 * calls of a page that is left, and so of one that a link then saved a file from.
 */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures > 0 || !isApiError(error) || error.retryAfterSeconds !== null) return false
  return ['network', 'aborted'].includes(error.kind) || (error.status >= 502 && error.status <= 504)
}

const whatOf = (meta: Record<string, unknown> | undefined) => (typeof meta?.what === 'string' ? meta.what : undefined)

/**
 * The one query client: what the server said, for 30 s, and never past the session it was said to. What fails is
 * written to the console here, once, by the `what` of its `meta` (SPEC §8); not what is asked every few seconds, which
 * says `isQuiet`.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, queryKey }) =>
      meta?.isQuiet !== true && logFailure(`Loading ${whatOf(meta) ?? String(queryKey[0])}`, error),
  }),
  mutationCache: new MutationCache({
    onError: (error, _, __, { meta }) => logFailure(whatOf(meta) ?? 'Making a change', error),
  }),
  defaultOptions: {
    // Both are sent though the browser thinks it is offline: else a screen or a dialog would wait without an error
    // until the network is back.
    queries: {
      staleTime: 30_000,
      // A screen that is come back to shows what it showed.
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: worthRetrying,
      retryDelay: 250,
      networkMode: 'always',
    },
    // A payload may hold a password: it goes soon after its form.
    mutations: { retry: false, networkMode: 'always', gcTime: 1000 },
  },
})

// A query that has an answer is fetched for a later one than the page may have asked for before.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch' && event.query.state.data !== undefined)
    dropFirstAnswer()
})

const ownReloads = new Map<string, number>()

/** Whether lists are being reloaded because of what was done in this tab. */
export const isOwnReload = (resource: string): boolean => (ownReloads.get(resource) ?? 0) > 0

/** Marks every query of these resources as stale and reloads those on screen: after a change made here. */
export async function refreshResource(...resources: readonly Resource[]): Promise<void> {
  const count = (by: number) => resources.forEach((one) => ownReloads.set(one, (ownReloads.get(one) ?? 0) + by))
  count(1)
  dropFirstAnswer()
  try {
    await Promise.all(resources.map((one) => queryClient.invalidateQueries({ queryKey: [one] })))
  } finally {
    count(-1)
  }
}

/** `meta` of a query whose rows must not move under the reader: it looks by itself what a change by others is to it. */
export const steady = { steady: true } as const
const isSteady = ({ meta }: { meta: Record<string, unknown> | undefined }) => meta?.steady === true

/**
 * Others changed something, of this resource or of any: queries are stale, and those on screen are reloaded, except
 * steady ones.
 */
export function outdate(resource?: Resource): void {
  const queryKey = resource === undefined ? [] : [resource]
  dropFirstAnswer()
  void queryClient.invalidateQueries({ queryKey, predicate: isSteady, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isSteady(query) })
}

onSessionEnd(() => {
  if (!session.getState().authenticated) return queryClient.clear()
  // Another administrator signed in from another tab: what is on screen is fetched again with the new session.
  void queryClient.cancelQueries()
  void queryClient.resetQueries()
})
