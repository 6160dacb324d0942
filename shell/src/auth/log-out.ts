import { flushSync } from 'react-dom'
import { logFailure, queryClient } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { useDialogs } from '@interline/shared/ui'
import { signOutAdmin } from '../api.ts'
import { t } from '../messages.ts'

const timeoutMs = 1500

/** Whether a part would ask before this page is closed, for something that was not saved or sent. */
const wouldLose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Revokes the session where the backend can, clears what is stored of it (SPEC §2) and reloads to `/`, answer or not. A
 * session that began at an identity provider is ended there too, which leads back to `/`.
 */
export async function logOut(open: (address: string) => void = (address) => window.location.assign(address)) {
  // A call that still reads would be refused as soon as the session has ended.
  void queryClient.cancelQueries()
  const revoked = signOutAdmin().catch((error: unknown) => void logFailure('Log out', error))
  const address = await Promise.race([revoked, new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))])
  // At once: a form that asks before it is left must be gone by then.
  flushSync(() => session.getState().signOut('signed-out'))
  open(address ?? '/')
}

/** Logs out, after a question where something would be lost. `onLeave` is called once it is sure. */
export function useLogOut(onLeave: () => void = () => undefined): () => Promise<void> {
  const dialogs = useDialogs()
  return async () => {
    const question = {
      title: t('profile.losing'),
      text: t('profile.losingText'),
      ok: t('profile.logOut'),
      cancel: t('profile.stay'),
      danger: true,
    }
    if (wouldLose() && !(await dialogs.confirm(question))) return
    onLeave()
    void logOut()
  }
}
