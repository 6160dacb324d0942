import { z } from 'zod'

export type Session = { token: string; user: { _id: string; full_name?: string } }

/** The person who signs in when nobody says otherwise: the demo's administrator. */
export const demoAdministrator = { email: 'admin@interline.test', password: 'interline-demo' }

const login = z.object({
  data: z.looseObject({
    token: z.string(),
    user: z.looseObject({ _id: z.string(), full_name: z.string().optional() }),
  }),
})

/** Signs in to an API. Throws a sentence that says what it answered. */
export async function signIn(api: string, administrator: { email: string; password: string }): Promise<Session> {
  const call = `${api}/api/v1/user/auth/admin-login`
  const headers = { 'content-type': 'application/json', 'public-request': 'true' }
  const response = await fetch(call, { method: 'POST', headers, body: JSON.stringify(administrator) }).catch(
    (error: unknown) => {
      throw new Error(`${api} does not answer (${error instanceof Error ? error.message : String(error)})`)
    },
  )
  const parsed = login.safeParse(await response.json().catch(() => null))
  if (!parsed.success)
    throw new Error(
      `${administrator.email} could not sign in: ${call} answers ${response.status}; set ADMIN_EMAIL and ADMIN_PASSWORD`,
    )
  return parsed.data.data
}

/** Throws when a page of this origin may not call the API. */
export async function requireAllowed(api: string, origin: string) {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,public-request',
  }
  const response = await fetch(`${api}/api/v1/admin/dashboard/analysis`, { method: 'OPTIONS', headers })
  const allowed = response.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin)
    throw new Error(
      `${api} does not allow calls from ${origin}; name that origin in its ALLOWED_ORIGINS, and keep the ports with --port`,
    )
}
