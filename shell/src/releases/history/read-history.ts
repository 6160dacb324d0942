import { useQuery } from '@tanstack/react-query'
import type { History } from '@interline/federation/runtime'
import { ApiError } from '@interline/shared/api'
import { session } from '@interline/shared/session'

const pollMs = 10_000

/** Asks the shell's own origin; rejects with `ApiError`, as a call of the API would. */
async function readHistory(signal: AbortSignal): Promise<History> {
  const headers = { authorization: `Bearer ${session.getState().token ?? ''}`, accept: 'application/json' }
  const response = await fetch('/release-history', { headers, signal, cache: 'no-store' }).catch(() =>
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
  return body as History
}

/** The releases as they are now, also for who leaves the screen open while others change them. */
export const useHistory = () =>
  useQuery({
    queryKey: ['release-history'],
    queryFn: ({ signal }) => readHistory(signal),
    staleTime: 0,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  })
