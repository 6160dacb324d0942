import { useCallback, useEffect, useRef } from 'react'
import { useDialogs } from '@interline/shared/ui'
import { useBlocker } from '@interline/shared/router'
import { useSay } from './messages.ts'

/** Asks before unsaved changes are left behind: by the returned function, by a way out of this page, by closing the tab. */
export function useLeaveGuard(unsaved: boolean): () => Promise<boolean> {
  const say = useSay()
  const dialogs = useDialogs()
  const [title, text, ok, cancel] = [say('leave.title'), say('leave.text'), say('leave.discard'), say('leave.stay')]
  const mayLeave = useCallback(
    async () => !unsaved || dialogs.confirm({ title, text, ok, cancel, danger: true }),
    [unsaved, dialogs, title, text, ok, cancel],
  )

  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname)
  // Back pressed once more while the question stands is the same question: its answer is for where the person wants to go by then.
  const latest = useRef(blocker)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    latest.current = blocker
  }, [blocker])
  useEffect(() => {
    if (!isBlocked) return
    void mayLeave().then((leave) => (leave ? latest.current.proceed?.() : latest.current.reset?.()))
  }, [isBlocked, mayLeave])

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  return mayLeave
}
