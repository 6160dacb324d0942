import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRows, logFailure, savedViews } from '@interline/shared/api'
import type { ViewCount } from '@interline/shared/contract'
import { formatTotal } from '@interline/shared/i18n'
import { useTimeZone } from '@interline/shared/session'
import { rememberCounts, rememberViews } from './known-views.ts'

export type ReadViewsProps = {
  /** The counts are on screen. */
  isCounted: boolean
}

/** Reads the views, and how many rows they have while that is on screen: each minute in which the page is seen. */
export function ReadViews({ isCounted }: ReadViewsProps) {
  const tz = useTimeZone()
  const { data: views, error } = useQuery(savedViews)
  const { data: counts, error: countError } = useQuery({
    queryKey: ['views', 'counts', tz],
    queryFn: async ({ signal }) => (await getRows<ViewCount>('/admin/views/counts', { tz }, signal)).rows,
    enabled: isCounted && Boolean(views?.length),
    refetchInterval: 60_000,
  })
  useEffect(() => {
    if (error ?? countError) logFailure('Loading the views', error ?? countError)
  }, [error, countError])
  useEffect(() => {
    if (views) rememberViews(views)
  }, [views])
  useEffect(() => {
    if (counts) rememberCounts(Object.fromEntries(counts.map(({ _id, total }) => [_id, formatTotal(total)])))
  }, [counts])
  return null
}
