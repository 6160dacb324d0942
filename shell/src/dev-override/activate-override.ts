import { session } from '@interline/shared/session'
import type { LoginData } from '@interline/shared/contract'
import { signOutAdmin } from '../api.ts'

/** What a code says of itself; only the shell's origin knows whether it is true. */
type CodeFacts = { remote: string; origin: string; admin: string; expiresAt: string }

export function readCodeFacts(code: string): CodeFacts | null {
  try {
    const { text } = JSON.parse(atob(code.trim().replaceAll('-', '+').replaceAll('_', '/'))) as { text: string }
    const { remote, origin, admin, expiresAt } = JSON.parse(text) as Partial<Record<keyof CodeFacts, unknown>>
    const facts = { remote, origin, admin, expiresAt }
    return Object.values(facts).every((fact) => typeof fact === 'string') ? (facts as CodeFacts) : null
  } catch {
    return null
  }
}

const activationErrors = [
  'too-many',
  'not-a-code',
  'not-signed',
  'used',
  'expired',
  'ended',
  'not-allowed',
  'part',
  'password',
  'api',
  'cross-site',
] as const
/** Why a code was not taken; `failed` is any reason that we have no words for. */
export type ActivationError = (typeof activationErrors)[number] | 'failed'

/**
 * Has the shell's origin take a code: the granted administrator is signed in anew, and this session alone may use the
 * grant.
 */
export async function activateOverride(code: string, password: string): Promise<LoginData | ActivationError> {
  try {
    const response = await fetch('/grants', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.trim(), password }),
      cache: 'no-store',
    })
    const answer = (await response.json()) as Partial<LoginData> & { refused?: unknown }
    if (response.ok && answer.token) return answer as LoginData
    return activationErrors.find((known) => known === answer.refused) ?? 'failed'
  } catch {
    return 'failed'
  }
}

/** The session of the grant replaces the one before, which is ended where the backend can do that. */
export async function changeSession(data: LoginData): Promise<void> {
  await signOutAdmin().catch(() => undefined)
  session.getState().signIn(data)
}
