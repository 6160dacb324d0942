import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { subscribeToRows } from '../../realtime/row-changes.ts'
import { logFailure } from '../../api/log-failure.ts'
import { session } from '../../session/session.ts'
import { withBackoff } from '../../realtime/backoff.ts'
import { addUncheckedChange, noUncheckedChanges, readChanges } from './read-changes.ts'
import type { Answer } from './read-changes.ts'

type LiveCheckOptions = {
  resource: string
  path: string
  queryKey: readonly unknown[]
  query: Readonly<Record<string, string | number>>
  isFixed: boolean
  /** Ids of the rows on screen. */
  shown: () => ReadonlySet<string>
}

const backoff = { soon: 250, gap: 2000 }

/**
 * Checks what the changes of others mean for the list on screen, and puts the answer into its query with the cause
 * `live`.
 */
export function useLiveCheck(options: LiveCheckOptions): void {
  const queryClient = useQueryClient()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { resource } = options
  useEffect(() => {
    let unchecked = noUncheckedChanges()

    async function check(): Promise<boolean> {
      const { path, queryKey, query, isFixed, shown } = latest.current
      const before = queryClient.getQueryData<Answer<object>>(queryKey)
      // A list that failed has its Retry; one that is being loaded may be older than the change.
      if (!before) return queryClient.getQueryState(queryKey)?.fetchStatus !== 'fetching'
      const { token } = session.getState()
      const batch = unchecked
      unchecked = noUncheckedChanges()
      const again = () => {
        for (const id of batch.changed) unchecked.changed.add(id)
        for (const id of batch.created) unchecked.created.add(id)
        unchecked.isUnknown ||= batch.isUnknown
        return false
      }
      try {
        const answer = await readChanges(batch, before, { path, query, isFixed, shown: shown() })
        if (answer === null || token !== session.getState().token) return true
        // Another answer came meanwhile, or is on its way: which of the two is newer, nobody knows.
        const state = queryClient.getQueryState(queryKey)
        if (state?.data !== before || state.fetchStatus === 'fetching') return again()
        queryClient.setQueryData<Answer<object>>(queryKey, answer)
        return true
      } catch (error) {
        logFailure(`Bringing ${path} up to date`, error)
        return token === session.getState().token ? again() : true
      }
    }

    const checking = withBackoff(check, backoff)
    const stop = subscribeToRows(resource, (change) => {
      // The whole list is expensive to load, and its backend may never send an event.
      if (change.isGuess && queryClient.getQueryData<Answer<object>>(latest.current.queryKey)?.meta === undefined)
        return
      addUncheckedChange(unchecked, change)
      checking.want()
    })
    return () => {
      stop()
      checking.end()
    }
  }, [resource, queryClient])
}
