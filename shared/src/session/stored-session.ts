import { adminRoles, type AdminRole } from '../contract/administrators/role-permissions.ts'
import type { Administrator } from '../contract/session.ts'
import { safeStorage } from './safe-storage.ts'

const endKey = 'interline-session-end'

// The keys are SPEC §3's. `token` is written last and removed first, because it is what other tabs listen to.
export function writeStoredSession(token: string, user: unknown): void {
  const person = toAdministrator(user)
  safeStorage.setItem('user', JSON.stringify(user ?? null))
  safeStorage.setItem('auth0_profile', JSON.stringify(user ?? null))
  safeStorage.setItem('Name', person?.full_name ?? '')
  safeStorage.setItem('profileURL', person?.profile_picture ?? '')
  safeStorage.setItem('authenticated', 'true')
  safeStorage.removeItem(endKey)
  safeStorage.setItem('token', token)
}

/** Other tabs learn why before they see that the token is gone. */
export function clearStoredSession(because: string): void {
  safeStorage.setItem(endKey, because)
  for (const key of ['token', 'profileURL', 'auth0_profile', 'Name', 'user', 'interline-recent', 'interline-views'])
    safeStorage.removeItem(key)
  safeStorage.setItem('authenticated', 'false')
}

export const hasStoredSessionExpired = () => safeStorage.getItem(endKey) === 'expired'

export function readStoredSession() {
  const token = safeStorage.getItem('token') || null
  return {
    token,
    user: token === null ? null : toAdministrator(parse(safeStorage.getItem('user'))),
    authenticated: token !== null,
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A role that is not known here may look, and no more; a backend without roles names none. */
function roleOf(value: unknown): { admin_role?: AdminRole } {
  if (typeof value !== 'string') return {}
  return { admin_role: adminRoles.find((role) => role === value) ?? 'viewer' }
}

/** Another role in the record that a sign-in stored; what else the backend sent with it stays. */
export function storeRole(admin_role: AdminRole): void {
  for (const key of ['user', 'auth0_profile']) {
    const record = parse(safeStorage.getItem(key))
    if (typeof record === 'object' && record !== null)
      safeStorage.setItem(key, JSON.stringify({ ...record, admin_role }))
  }
}

/** What of a stored or delivered user can be relied on; null when it is no record at all. */
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
