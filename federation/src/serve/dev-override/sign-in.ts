import { z } from 'zod'

const timeoutMs = 15_000
const refusing = new Set([400, 401, 403, 422])
const signedIn = z.object({ data: z.object({ token: z.string().min(1), user: z.unknown() }) })

/** A session as the API opened it: its token, and what it said of the person. */
type OpenedSession = z.infer<typeof signedIn>['data']

const call = (apiUrl: string, path: string, payload: object, token?: string) =>
  fetch(`${apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'public-request': 'true',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(payload),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })

/**
 * Signs an administrator in: of the calls that every backend has (SPEC §7), the only one that says whose a token is.
 */
export async function signInAt(
  apiUrl: string,
  email: string,
  password: string,
): Promise<OpenedSession | 'password' | 'too-many' | 'api'> {
  try {
    const response = await call(apiUrl, '/user/auth/admin-login', { email, password })
    if (response.status === 429) return 'too-many'
    const body: unknown = await response.json()
    const parsed = signedIn.safeParse(body)
    if (response.ok && parsed.success) return parsed.data.data
    return response.ok || refusing.has(response.status) ? 'password' : 'api'
  } catch {
    return 'api'
  }
}

/** Ends a session that nobody will use; a backend that cannot is left alone. */
export const signOutAt = (apiUrl: string, token: string) =>
  void call(apiUrl, '/user/auth/logout', {}, token).catch(() => undefined)
