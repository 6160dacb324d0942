import { create } from 'zustand'
import { isPermitted, type AdminRole, type Permission } from '../contract/administrators/role-permissions.ts'
import { capabilities, type Administrator, type LoginData } from '../contract/index.ts'
import {
  clearStoredSession,
  hasStoredSessionExpired,
  readStoredSession,
  storeBackend,
  storeFields,
  toAdministrator,
  toBackend,
  writeStoredSession,
  type Backend,
} from './stored-session.ts'

export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere'

export type SessionState = {
  token: string | null
  user: Administrator | null
  /** The backend said that it can do this; null where it has not said it. */
  backend: Backend | null
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
  /** The backend says anew what it can do. */
  takeBackend: (backend: unknown) => void
  /** This administrator changed something of their own: it alone is written, whatever else changed meanwhile. */
  takeOwn: (_id: string, fields: Partial<Pick<Administrator, 'full_name' | 'profile_picture'>>) => void
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
    const backend = toBackend(data.backend)
    writeStoredSession(data.token, data.user, backend)
    set({
      token: data.token,
      user: toAdministrator(data.user),
      backend,
      authenticated: true,
      endedBecause: null,
      factorSetupNeeded: data.second_factor_setup_needed === true,
    })
  },
  signOut(because) {
    clearStoredSession(because)
    // A screen that waits, hidden, for an expired session keeps what it has.
    set({ ...signedOut, backend: backendOf(get()), endedBecause: because })
  },
  takeRole(admin_role) {
    const { user } = get()
    if (!user || user.admin_role === admin_role) return
    storeFields(user._id, { admin_role })
    set({ user: { ...user, admin_role } })
  },
  takeBackend(said) {
    const backend = toBackend(said)
    if (backend === null || String([...backend]) === String([...(get().backend ?? ['unsaid'])])) return
    storeBackend(backend)
    set({ backend })
  },
  takeOwn(_id, fields) {
    const { user } = get()
    if (user?._id !== _id) return
    storeFields(_id, fields)
    set({ user: { ...user, ...fields } })
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

const none: Backend = new Set()
const all: Backend = new Set(capabilities)

/** A backend of ours from before it said so has roles, and can do all that it could then; one of SPEC §7 has none. */
const backendOf = ({ user, backend }: Pick<SessionState, 'user' | 'backend'>): Backend =>
  backend ?? (user?.admin_role === undefined ? none : all)

/** The backend can do this beyond SPEC §7. `usePermitted` says what the person may do. */
export const useBackend = (): Backend => useSession(backendOf)

/** The same outside React. */
export const backendNow = (): Backend => backendOf(useSession.getState())

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
  const backend = ended ? backendOf(useSession.getState()) : stored.backend
  useSession.setState({ ...stored, backend, factorSetupNeeded: false, endedBecause })
})
