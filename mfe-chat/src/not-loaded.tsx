import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState, Skeleton } from '@interline/shared/ui'

type NotLoadedProps = {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** The subject of `… could not be loaded`. */
  what: string
  loading: string
  rows: number
  avatar?: boolean
  className?: string | undefined
}

/** In place of the rows of a query: that they are on their way, or why they are not there. */
export function NotLoaded({ query, what, loading, rows, avatar = false, className }: NotLoadedProps) {
  if (query.error)
    return (
      <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    )
  return <Skeleton active {...{ avatar, className }} title={false} paragraph={{ rows }} aria-label={loading} />
}
