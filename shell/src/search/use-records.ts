import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePermitted } from '@interline/shared/session'
import { searchRecords } from '../api.ts'

/** A request waits for a pause in typing of so long. */
const settleMs = 60

/**
 * The records that a term finds; those of the term before stay until they have come. Nothing is asked of a backend that
 * has no such search, and a request that is not wanted any more is aborted.
 */
export function useRecords(term: string) {
  const isPermitted = usePermitted('records:read')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(term), settleMs)
    return () => clearTimeout(timer)
  }, [term])
  const isAsked = isPermitted && term !== '' && settled !== ''
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => searchRecords(settled, signal),
    enabled: isAsked,
    placeholderData: (before, query) => (goesOn(query?.queryKey[1], settled) ? before : undefined),
    retry: false,
    gcTime: 60_000,
  })
  return {
    records: isAsked ? data : undefined,
    error: isAsked && !isFetching ? error : null,
    isOutdated: isPermitted && term !== '' && (settled !== term || isPlaceholderData || isFetching),
    retry: () => void refetch(),
  }
}

/** Whether one term is the other with more typed at its end. */
const goesOn = (before: string | undefined, term: string) =>
  before !== undefined && (term.startsWith(before) || before.startsWith(term))
