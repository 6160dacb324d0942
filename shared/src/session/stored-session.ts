import { adminRoles, type AdminRole } from '../contract/administrators/role-permissions.ts'
import { capabilities, type Administrator, type Capability } from '../contract/index.ts'
import { readStored, safeStorage, writeStored } from './safe-storage.ts'

const endKey = 'interline-session-end'
const backendKey = 'interline-backend'

/** A backend can do these beyond SPEC §7. */
export type Backend = ReadonlySet<Capability>

// The keys are SPEC §3's. `token` is written last and removed first, because it is what other tabs listen to.
export function writeStoredSession(token: string, user: unknown, backend: Backend | null): void {
  const person = toAdministrator(user)
  writeStored('user', user ?? null)
  writeStored('auth0_profile', user ?? null)
  safeStorage.setItem('Name', person?.full_name ?? '')
  safeStorage.setItem('profileURL', person?.profile_picture ?? '')
  safeStorage.setItem('authenticated', 'true')
  safeStorage.removeItem(endKey)
  storeBackend(backend)
  safeStorage.setItem('token', token)
}

/** Other tabs learn why before they see that the token is gone. */
export function clearStoredSession(because: string): void {
  safeStorage.setItem(endKey, because)
  for (const key of [
    'token',
    'profileURL',
    'auth0_profile',
    'Name',
    'user',
    backendKey,
    'interline-recent',
    'interline-views',
  ])
    safeStorage.removeItem(key)
  safeStorage.setItem('authenticated', 'false')
}

export const hasStoredSessionExpired = () => safeStorage.getItem(endKey) === 'expired'

export function readStoredSession() {
  const token = safeStorage.getItem('token') || null
  return {
    token,
    user: token === null ? null : toAdministrator(readStored('user')),
    authenticated: token !== null,
    backend: token === null ? null : toBackend(readStored(backendKey)),
  }
}

/** A role that is not known here may look, and no more; a backend without roles names none. */
function roleOf(value: unknown): { admin_role?: AdminRole } {
  if (typeof value !== 'string') return {}
  return { admin_role: adminRoles.find((role) => role === value) ?? 'viewer' }
}

/**
 * Other values in the record that a sign-in stored; what else the backend sent with it stays. Nothing is written where
 * another tab ended the session, or where somebody else signed in.
 */
export function storeFields(_id: string, fields: Partial<Administrator>): void {
  for (const key of ['user', 'auth0_profile']) {
    const record = readStored(key)
    if (typeof record !== 'object' || record === null || toAdministrator(record)?._id !== _id) return
    writeStored(key, { ...record, ...fields })
  }
  if (fields.full_name !== undefined) safeStorage.setItem('Name', fields.full_name)
  if (fields.profile_picture !== undefined) safeStorage.setItem('profileURL', fields.profile_picture ?? '')
}

/** The backend said that it can do this; null where it said nothing. */
export const storeBackend = (backend: Backend | null): void => writeStored(backendKey, backend && [...backend])

/** The capabilities of a stored or delivered list that are known here; null when it is no list. */
export const toBackend = (value: unknown): Backend | null =>
  Array.isArray(value) ? new Set(capabilities.filter((known) => value.includes(known))) : null

/** The facts of a stored or delivered user that can be relied on; null when it is no record at all. */
export function toAdministrator(value: unknown): Administrator | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields: Record<string, unknown> = { ...value }
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  return {
    _id: typeof fields._id === 'number' ? String(fields._id) : text('_id'),
    full_name: text('full_name') || 'Admin',
    email: text('email'),
    role: 'admin',
    ...roleOf(fields.admin_role),
    profile_picture: text('profile_picture') || null,
  }
}
