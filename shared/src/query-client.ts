import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'
import { onSessionEnd, session } from './session.ts'

/**
 * First part of every query key: `[noun, …]`. What the socket says about a noun refreshes all queries whose key starts with it.
 */
export type Noun = 'drivers' | 'users' | 'driver-rides' | 'user-rides' | 'chats' | 'notifications' | 'dashboard'

function worthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  if (!isApiError(error)) return false
  return error.kind === 'network' || error.kind === 'timeout' || error.status >= 500
}

/** The one query client: what the server said, for 30 s, and never past the session it was said to. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 5 * 60_000, refetchOnWindowFocus: false, retry: worthRetrying },
    mutations: { retry: false },
  },
})

/** Marks every query of the noun as stale and reloads those on screen. */
export const refreshNoun = (noun: Noun): Promise<void> => queryClient.invalidateQueries({ queryKey: [noun] })

onSessionEnd(() => {
  if (!session.getState().authenticated) return queryClient.clear()
  // Another administrator signed in from another tab: what is on screen is fetched anew in that one's name.
  void queryClient.cancelQueries()
  void queryClient.resetQueries()
})
