import { create } from 'zustand'
import { isPermitted } from '../contract/administrators/role-permissions.ts'
import type { Permission } from '../contract/administrators/role-permissions.ts'
import type { Administrator, LoginData } from '../contract/session.ts'
import {
  clearStoredSession,
  hasStoredSessionExpired,
  readStoredSession,
  toAdministrator,
  writeStoredSession,
} from './stored-session.ts'

export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere'

export type SessionState = {
  token: string | null
  user: Administrator | null
  /** True when a token is present (SPEC §4). */
  authenticated: boolean
  /** Why the last session of this tab ended; null before that and after a new sign-in. */
  endedBecause: SessionEnd | null
  /** Stores token and user. Throws when the answer has no token. */
  signIn: (data: LoginData) => void
  /** Clears the stored session (SPEC §2). Query cache, socket and other tabs follow. */
  signOut: (because: SessionEnd) => void
}

const signedOut = { token: null, user: null, authenticated: false }

/** The one session of all parts; survives a reload in local storage. */
export const useSession = create<SessionState>()((set) => ({
  ...readStoredSession(),
  endedBecause: null,
  signIn(data) {
    if (typeof data.token !== 'string' || data.token === '') throw new TypeError('No token in the answer')
    writeStoredSession(data.token, data.user)
    set({ token: data.token, user: toAdministrator(data.user), authenticated: true, endedBecause: null })
  },
  signOut(because) {
    clearStoredSession(because)
    set({ ...signedOut, endedBecause: because })
  },
}))

/** Whether the signed-in administrator may do something; nobody may do what is named by no permission that we know. */
export const usePermitted = (permission: Permission): boolean => useSession(({ user }) => mayDo(user, permission))

/** The same of an administrator; a remote names the permission in its descriptor. */
export const mayDo = (user: Administrator | null, permission: string): boolean =>
  user !== null && isPermitted(user, permission as Permission)

/** The session outside React: `session.getState()`, `session.subscribe(…)`. */
export const session: Pick<typeof useSession, 'getState' | 'subscribe'> = useSession

/** Calls `act` each time a session of this tab ends or is replaced by another administrator's. */
export function onSessionEnd(act: () => void): () => void {
  return useSession.subscribe((now, before) => {
    if (before.token !== null && now.token !== before.token) act()
  })
}

window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'token') return
  const stored = readStoredSession()
  const { token } = useSession.getState()
  if (stored.token === token) return
  const ended = token !== null && stored.token === null
  useSession.setState({ ...stored, endedBecause: ended ? (hasStoredSessionExpired() ? 'expired' : 'elsewhere') : null })
})
