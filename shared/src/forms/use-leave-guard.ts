import { useEffect, useRef } from 'react'
import { messages } from '../i18n/messages.ts'
import { useBlocker } from '../router/index.ts'
import { useDialogs } from '../ui/feedback/dialogs.ts'
import english from './form-modal.en.json'

const t = messages('form-modal', english)

const unsavedChanges = { title: t('leave'), text: t('leaveText'), ok: t('discard'), cancel: t('stay') }

/**
 * Asks before unsaved changes, or what `question` says, are left behind: by the returned function, by a way out of this
 * page, by closing the tab.
 */
export function useLeaveGuard(unsaved: boolean, onDiscard: () => void, question = unsavedChanges) {
  const { confirm } = useDialogs()
  const mayLeave = async () => !unsaved || confirm({ ...question, danger: true })

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  // Back pressed again while the question is open asks no second one: the answer counts for the newest target.
  const latest = useRef({ blocker, mayLeave, onDiscard })
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    latest.current = { blocker, mayLeave, onDiscard }
  })
  useEffect(() => {
    if (!isBlocked) return
    void latest.current.mayLeave().then((leave) => {
      if (!leave) return latest.current.blocker.reset?.()
      latest.current.blocker.proceed?.()
      // The page stays mounted, and what was discarded must not be there when it is shown again.
      latest.current.onDiscard()
    })
  }, [isBlocked])

  useUnloadGuard(unsaved)
  return mayLeave
}

/** Asks before unsaved changes are left behind by closing the tab alone, where they stay on another screen. */
export function useUnloadGuard(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventLeaving)
    return () => window.removeEventListener('beforeunload', preventLeaving)
  }, [unsaved])
}
