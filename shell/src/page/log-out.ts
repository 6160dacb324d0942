import { logFailure } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { signOutAdmin } from '../api.ts'

const timeoutMs = 1500

/** Whether a part would ask before this page is closed, for something that was not saved or sent. */
export const wouldLose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Revokes the session where the backend can, clears what is stored of it (SPEC §2) and reloads to `/`, answer or not.
 */
export async function logOut(reload: () => void = () => window.location.assign('/')): Promise<void> {
  const revoked = signOutAdmin().catch((error: unknown) => logFailure('Log out', error))
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  session.getState().signOut('signed-out')
  reload()
}
