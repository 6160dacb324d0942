import { useEffect, useRef, type RefObject } from 'react'
import { messages } from '../i18n/messages.ts'
import { useBlocker } from '../router/index.ts'
import { useDialogs } from '../ui/feedback/dialogs.ts'
import english from './form-modal.en.json'

const t = messages('form-modal', english)

const unsavedChanges = { title: t('leave'), text: t('leaveText'), ok: t('discard'), cancel: t('stay') }

type Guard = { unsaved: boolean; mayLeave: () => Promise<boolean>; onDiscard: () => void }

/** The router asks one of several blockers alone: each asks for all that guard something on the page. */
const guards = new Set<RefObject<Guard>>()
const unsavedGuards = () => [...guards].map(({ current }) => current).filter(({ unsaved }) => unsaved)

/**
 * Asks before unsaved changes, or what `question` says, are left behind: by the returned function, by a way out of this
 * page, by closing the tab.
 */
export function useLeaveGuard(unsaved: boolean, onDiscard: () => void, question = unsavedChanges) {
  const { confirm } = useDialogs()
  const mayLeave = async () => !unsaved || confirm({ ...question, danger: true })

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedGuards().length > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  // Back pressed again while the question is open asks no second one: the answer counts for the newest target.
  const latest = useRef(blocker)
  const guard = useRef<Guard>({ unsaved, mayLeave, onDiscard })
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    latest.current = blocker
    guard.current = { unsaved, mayLeave, onDiscard }
  })
  useEffect(() => {
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [])
  useEffect(() => {
    if (!isBlocked) return
    const asking = unsavedGuards()
    void (asking[0]?.mayLeave() ?? Promise.resolve(true)).then((leave) => {
      if (!leave) return latest.current.reset?.()
      latest.current.proceed?.()
      // The page stays mounted, and what was discarded must not be there when it is shown again.
      for (const one of asking) one.onDiscard()
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
