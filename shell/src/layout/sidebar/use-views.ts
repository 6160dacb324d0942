import { useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRows, savedViews } from '@interline/shared/api'
import type { SavedView, ViewCount } from '@interline/shared/contract'
import { formatTotal } from '@interline/shared/i18n'
import { readStored, useBackend, useSession, useTimeZone, writeStored } from '@interline/shared/session'

/** Ending the session clears it (shared/src/session/stored-session.ts): it has names. */
const key = 'interline-views'

/** Saved views and how many rows each has, as it is written, where that is known. */
export type KnownViews = { views: readonly SavedView[]; counts: Readonly<Record<string, string>> }

type UseViewsOptions = {
  /** It is time to ask the API. */
  isRead: boolean
  /** The counts are on screen: they are read each minute in which the page is seen. */
  isCounted: boolean
}

/** The views of who is signed in: as they were last on this machine until the API says them, so that nothing moves. */
export function useViews({ isRead, isCounted }: UseViewsOptions): KnownViews {
  const hasViews = useBackend().has('views')
  const of = useSession(({ user }) => user?._id)
  const tz = useTimeZone()
  const stored = useMemo(() => (hasViews ? storedOf(of) : []), [hasViews, of])
  const { data } = useQuery({ ...savedViews, enabled: hasViews && isRead })
  const views = (hasViews && data) || stored
  const { data: counts } = useQuery({
    queryKey: ['views', 'counts', tz],
    queryFn: async ({ signal }) => (await getRows<ViewCount>('/admin/views/counts', { tz }, signal)).rows,
    enabled: hasViews && isRead && isCounted && Boolean(data?.length),
    refetchInterval: 60_000,
  })
  useEffect(() => {
    if (data) writeStored(key, { of, views: data })
  }, [of, data])
  return useMemo(
    () => ({ views, counts: Object.fromEntries(counts?.map(({ _id, total }) => [_id, formatTotal(total)]) ?? []) }),
    [views, counts],
  )
}

function storedOf(person: string | undefined): SavedView[] {
  const { of, views } = (readStored(key) ?? {}) as { of?: unknown; views?: unknown }
  return of === person && Array.isArray(views) ? views.filter(isView) : []
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  ['_id', 'name', 'path', 'query'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
