import { useCallback, useEffect, useRef } from 'react'
import { useDialogs } from '@interline/shared/ui'
import { useBlocker } from '@interline/shared/router'
import { useT } from './messages.ts'

/**
 * Asks before unsaved changes are left behind: by the returned function, by a way out of this page, by closing the tab.
 */
export function useLeaveGuard(unsaved: boolean, onDiscard: () => void): () => Promise<boolean> {
  const t = useT()
  const dialogs = useDialogs()
  const [title, text, ok, cancel] = [t('leave.title'), t('leave.text'), t('leave.discard'), t('leave.stay')]
  const mayLeave = useCallback(
    async () => !unsaved || dialogs.confirm({ title, text, ok, cancel, danger: true }),
    [unsaved, dialogs, title, text, ok, cancel],
  )

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  // Who presses Back again while the question is open gets no second question: the answer counts for the newest
  // target.
  const latest = useRef({ blocker, mayLeave, onDiscard })
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    latest.current = { blocker, mayLeave, onDiscard }
  }, [blocker, mayLeave, onDiscard])
  useEffect(() => {
    if (!isBlocked) return
    void latest.current.mayLeave().then((leave) => {
      if (!leave) return latest.current.blocker.reset?.()
      latest.current.blocker.proceed?.()
      // The page stays mounted, and what was discarded must not be there when it is shown again.
      latest.current.onDiscard()
    })
  }, [isBlocked])

  useEffect(() => {
    if (!unsaved) return
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventLeaving)
    return () => window.removeEventListener('beforeunload', preventLeaving)
  }, [unsaved])

  return mayLeave
}
