import { useCallback, useRef, useState } from 'react'
import { logFailure, queryClient } from '@interline/shared/api'
import { readEarlier } from './history.ts'
import type { Loaded } from './history.ts'

export type Earlier = { state: 'idle' | 'loading' | 'failed'; load: () => void }

/** Loads the page before the first message that is known, one at a time. */
export function useEarlier(partyId: string, queryKey: readonly string[]): Earlier {
  const [state, setState] = useState<Earlier['state']>('idle')
  const isLoading = useRef(false)
  const load = useCallback(() => {
    const known = () => queryClient.getQueryData<Loaded>(queryKey)
    if (isLoading.current || !known()?.hasEarlier) return
    isLoading.current = true
    setState('loading')
    readEarlier(partyId, known)
      .then(
        (loaded) => {
          if (loaded) queryClient.setQueryData<Loaded>(queryKey, loaded)
          setState('idle')
        },
        (error: unknown) => {
          setState('failed')
          logFailure('Loading earlier messages', error)
        },
      )
      .finally(() => (isLoading.current = false))
  }, [partyId, queryKey])
  return { state, load }
}
