import { create } from 'zustand'
import { isPermitted, type AdminRole, type Permission } from '../contract/administrators/role-permissions.ts'
import type { Administrator, LoginData } from '../contract/session.ts'
import {
  clearStoredSession,
  hasStoredSessionExpired,
  readStoredSession,
  storeRole,
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
  /** An owner gave this administrator another role. */
  takeRole: (admin_role: AdminRole) => void
  /** The policy asks for a second factor, and this account is to set one up before anything else. */
  factorSetupNeeded: boolean
  needFactorSetup: () => void
  factorSetUp: () => void
}

const signedOut = { token: null, user: null, authenticated: false, factorSetupNeeded: false }

/** The one session of all parts; survives a reload in local storage. */
export const useSession = create<SessionState>()((set, get) => ({
  ...readStoredSession(),
  endedBecause: null,
  factorSetupNeeded: false,
  needFactorSetup: () => set({ factorSetupNeeded: true }),
  factorSetUp: () => set({ factorSetupNeeded: false }),
  signIn(data) {
    if (typeof data.token !== 'string' || data.token === '') throw new TypeError('No token in the answer')
    writeStoredSession(data.token, data.user)
    set({
      token: data.token,
      user: toAdministrator(data.user),
      authenticated: true,
      endedBecause: null,
      factorSetupNeeded: data.second_factor_setup_needed === true,
    })
  },
  signOut(because) {
    clearStoredSession(because)
    set({ ...signedOut, endedBecause: because })
  },
  takeRole(admin_role) {
    const { user } = get()
    if (!user || user.admin_role === admin_role) return
    storeRole(admin_role)
    set({ user: { ...user, admin_role } })
  },
}))

/** The session outside React: `session.getState()`, `session.subscribe(…)`. */
export const session: Pick<typeof useSession, 'getState' | 'subscribe'> = useSession

/**
 * Whether who is signed in may do something, as their role is now. All of SPEC where the backend has no roles. It
 * decides what is offered; the API decides what is done. A screen that waits, hidden, for an expired session keeps all.
 */
export const usePermitted = (wanted: Permission): boolean =>
  useSession(({ user }) => user === null || isPermitted(user, wanted))

/** The same outside React. */
export const mayNow = (wanted: Permission): boolean => {
  const { user } = useSession.getState()
  return user === null || isPermitted(user, wanted)
}

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
  const endedBecause = ended ? (hasStoredSessionExpired() ? 'expired' : 'elsewhere') : null
  useSession.setState({ ...stored, factorSetupNeeded: false, endedBecause })
})
