import { useEffect, useRef } from 'react'
import { hashKey } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import type { Resource } from '../api/query-client.ts'
import { withBackoff } from '../realtime/backoff.ts'
import { subscribeToRows } from '../realtime/row-changes.ts'
import type { RowChange } from '../realtime/row-changes.ts'

/** Reads a steady query again, at once and then a gap apart, when others changed its rows or events were missed. */
export function useReadAgain(
  resource: Resource,
  queryKey: QueryKey,
  concerns: (change: RowChange) => boolean,
  gap: number,
): void {
  const latest = useRef(concerns)
  useEffect(() => {
    latest.current = concerns
  })
  const hash = hashKey(queryKey)
  useEffect(() => {
    const invalidate = () => queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash === hash })
    const reading = withBackoff(() => void invalidate(), { gap })
    const stop = subscribeToRows(resource, (change) => {
      if (!change.isGuess && (change.ids === null || latest.current(change))) reading.want()
    })
    return () => {
      stop()
      reading.end()
    }
  }, [resource, hash, gap])
}
