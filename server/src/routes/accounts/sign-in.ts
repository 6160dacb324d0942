import { adminLogin, answer, loggedOut, loginData, type AdminRole, type LoginData } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { Services } from '../services.ts'
import { actorOf } from '../../http/access.ts'
import { HttpError } from '../../http/http-error.ts'
import { recordAct } from '../../repositories/audit.ts'
import { revokeSession } from '../../repositories/accounts/sessions.ts'
import { findAccount } from '../../repositories/accounts/accounts.ts'
import { signIn } from '../../auth/sign-in.ts'
import { within } from '../../time/within.ts'

const providerMilliseconds = 1000

export function registerSignIn(app: App, services: Services) {
  const { config, db, rateLimits, broadcast, passwords, identityProvider } = services
  app.post(
    '/user/auth/admin-login',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: adminLogin, response: { 200: answer(loginData) } },
    },
    async (request) => {
      if (!config.passwords)
        throw new HttpError(403, 'Password sign-in is switched off', {
          detail: `Sign in with ${config.singleSignOn?.name ?? 'your provider'} instead.`,
        })
      const { email, password, remember = false } = request.body
      const find = () => findAccount(db, email, ['admin'])
      const { token, account } = await signIn({
        db,
        rateLimits,
        passwords,
        find,
        address: request.ip,
        userAgent: request.headers['user-agent'],
        email,
        password,
        remember,
        audited: request.id,
      })
      return { success: true as const, data: loginDataOf(account, token) }
    },
  )

  app.post(
    '/user/auth/logout',
    {
      config: { access: ['admin', 'driver', 'user'], permission: 'every-role' },
      schema: { tags: ['session'], response: { 200: loggedOut } },
    },
    async (request) => {
      const actor = actorOf(request)
      const { _id, role, tokenHash } = actor
      const idToken = await db.transaction().execute(async (tx) => {
        const ended = await revokeSession(tx, tokenHash)
        if (role === 'admin') await recordAct(tx, { actor, act: 'sign-out', resource: 'administrator', targetId: _id })
        return ended
      })
      broadcast.endSession(tokenHash)
      if (idToken === undefined || !identityProvider) return { success: true as const }
      const { origin = '' } = request.headers
      const page = config.allowedOrigins.includes(origin) ? origin : (config.allowedOrigins[0] ?? config.publicUrl)
      // Who signs out does not wait for a provider that is slow.
      const url = await within(providerMilliseconds, identityProvider.endSessionUrl(idToken, `${page}/`)).catch(
        () => undefined,
      )
      return { success: true as const, ...(url !== undefined && { end_session_url: url }) }
    },
  )
}

type Account = {
  _id: string
  full_name: string
  email: string | null
  admin_role: AdminRole | null
  profile_picture: string | null
}

/** What a sign-in answers (SPEC §3). */
export function loginDataOf(account: Account, token: string): LoginData {
  const user = {
    _id: account._id,
    full_name: account.full_name,
    email: account.email ?? '',
    role: 'admin' as const,
    ...(account.admin_role && { admin_role: account.admin_role }),
    profile_picture: account.profile_picture,
  }
  return { token, user }
}
