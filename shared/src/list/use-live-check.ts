import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { hearRows } from '../live/row-changes.ts'
import { logFailure } from '../log-failure.ts'
import { session } from '../session.ts'
import { inPace } from './pace.ts'
import { addHeard, nothingHeard, readChanges } from './read-changes.ts'
import type { Answer } from './read-changes.ts'

type Looked = {
  noun: string
  path: string
  queryKey: readonly unknown[]
  query: Readonly<Record<string, string | number>>
  isFixed: boolean
  /** Ids of the rows on screen. */
  shown: () => ReadonlySet<string>
}

const pace = { soon: 250, gap: 2000 }

/** Looks what the changes of others are to the list on screen, and leaves the answer in its query with the cause `live`. */
export function useLiveCheck(looked: Looked): void {
  const queryClient = useQueryClient()
  const latest = useRef(looked)
  useEffect(() => {
    latest.current = looked
  })
  const { noun } = looked
  useEffect(() => {
    let heard = nothingHeard()

    async function check(): Promise<boolean> {
      const { path, queryKey, query, isFixed, shown } = latest.current
      const before = queryClient.getQueryData<Answer<object>>(queryKey)
      // What failed has its Retry; what is being loaded may be older than what was heard.
      if (!before) return queryClient.getQueryState(queryKey)?.fetchStatus !== 'fetching'
      const { token } = session.getState()
      const looking = heard
      heard = nothingHeard()
      const again = () => {
        for (const id of looking.changed) heard.changed.add(id)
        for (const id of looking.created) heard.created.add(id)
        heard.isUnknown ||= looking.isUnknown
        return false
      }
      try {
        const answer = await readChanges(looking, before, { path, query, isFixed, shown: shown() })
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

    const checking = inPace(check, pace)
    const stop = hearRows(noun, (change) => {
      // The whole list is dear to ask for, and its backend may never say anything.
      if (change.isGuess && queryClient.getQueryData<Answer<object>>(latest.current.queryKey)?.meta === undefined) return
      addHeard(heard, change)
      checking.want()
    })
    return () => {
      stop()
      checking.end()
    }
  }, [noun, queryClient])
}
