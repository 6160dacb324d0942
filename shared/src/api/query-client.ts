import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
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

/**
 * What a restart of the server or a change of network breaks for a moment is tried once more, soon: who waits is told
 * within 1.5 s. Not when the server said when to come back, and not after 60 s without an answer. Firefox cancels the
 * calls of a page that is left, and so of one that a link then saved a file from.
 */
function worthRetrying(failures: number, error: unknown): boolean {
  if (failures > 0 || !isApiError(error) || error.retryAfterSeconds !== null) return false
  return ['network', 'aborted'].includes(error.kind) || (error.status >= 502 && error.status <= 504)
}

/** The one query client: what the server said, for 30 s, and never past the session it was said to. */
export const queryClient = new QueryClient({
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
    mutations: { retry: false, networkMode: 'always' },
  },
})

const ownReloads = new Map<string, number>()

/** Whether lists are being reloaded because of what was done in this tab. */
export const isOwnReload = (resource: string): boolean => (ownReloads.get(resource) ?? 0) > 0

/** Marks every query of the resource as stale and reloads those on screen: after a change made here. */
export async function refreshResource(resource: Resource): Promise<void> {
  ownReloads.set(resource, (ownReloads.get(resource) ?? 0) + 1)
  try {
    await queryClient.invalidateQueries({ queryKey: [resource] })
  } finally {
    ownReloads.set(resource, (ownReloads.get(resource) ?? 1) - 1)
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
  void queryClient.invalidateQueries({ queryKey, predicate: isSteady, refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isSteady(query) })
}

onSessionEnd(() => {
  if (!session.getState().authenticated) return queryClient.clear()
  // Another administrator signed in from another tab: what is on screen is fetched again with the new session.
  void queryClient.cancelQueries()
  void queryClient.resetQueries()
})
