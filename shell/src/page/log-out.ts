import { logFailure } from '@interline/shared/api'
import { session } from '@interline/shared/session'
import { signOutAdmin } from '../api.ts'

const timeoutMs = 1500

/** Whether a part would ask before this page is closed, for something that was not saved or sent. */
export const wouldLose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Revokes the session where the backend can, clears what is stored of it (SPEC §2) and reloads to `/`, answer or not. A
 * session that began at an identity provider is ended there too, which leads back to `/`.
 */
export async function logOut(open: (address: string) => void = (address) => window.location.assign(address)) {
  const revoked = signOutAdmin().catch((error: unknown) => void logFailure('Log out', error))
  const address = await Promise.race([revoked, new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))])
  session.getState().signOut('signed-out')
  open(address ?? '/')
}
