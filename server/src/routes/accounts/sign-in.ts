import { adminLogin, answer, done, loginData } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { Services } from '../services.ts'
import { actorOf } from '../../http/access.ts'
import { recordAct } from '../../repositories/audit.ts'
import { revokeSession } from '../../repositories/accounts/sessions.ts'
import { findAccount } from '../../repositories/accounts/accounts.ts'
import { signIn } from '../../auth/sign-in.ts'

export function registerSignIn(app: App, { db, rateLimits, broadcast, passwords }: Services) {
  app.post(
    '/user/auth/admin-login',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: adminLogin, response: { 200: answer(loginData) } },
    },
    async (request) => {
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
      const user = {
        _id: account._id,
        full_name: account.full_name,
        email: account.email ?? '',
        role: 'admin' as const,
        ...(account.admin_role && { admin_role: account.admin_role }),
        profile_picture: account.profile_picture,
      }
      return { success: true as const, data: { token, user } }
    },
  )

  app.post(
    '/user/auth/logout',
    {
      config: { access: ['admin', 'driver', 'user'], permission: 'every-role' },
      schema: { tags: ['session'], response: { 200: done } },
    },
    async (request) => {
      const actor = actorOf(request)
      const { _id, role, tokenHash } = actor
      await db.transaction().execute(async (tx) => {
        await revokeSession(tx, tokenHash)
        if (role === 'admin') await recordAct(tx, { actor, act: 'sign-out', resource: 'administrator', targetId: _id })
      })
      broadcast.endSession(tokenHash)
      return { success: true as const }
    },
  )
}
