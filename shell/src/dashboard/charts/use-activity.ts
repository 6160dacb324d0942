import { useEffect } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, getRecord, logFailure } from '@interline/shared/api'
import type { Activity } from '@interline/shared/contract'
import type { Period } from './period.ts'

/** What happened in a period; what it was before stays until the answer is here. */
export function useActivity({ from, to }: Period, timeZone: string) {
  const query = useQuery({
    queryKey: ['dashboard', 'activity', from, to, timeZone],
    queryFn: async ({ signal }) => toActivity(await read(from, to, timeZone, signal)),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (query.error) logFailure('Charts', query.error)
  }, [query.error])
  return query
}

const read = (from: string, to: string, tz: string, signal: AbortSignal): Promise<Partial<Activity>> =>
  getRecord('/admin/dashboard/activity', { query: { from, to, tz }, signal })

function toActivity({ days, corridors }: Partial<Activity>): Activity {
  if (Array.isArray(days) && Array.isArray(corridors)) return { days, corridors }
  throw new ApiError({ kind: 'not-understood', title: 'The answer holds no days' })
}
