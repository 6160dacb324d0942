import { answer, exchangeSignInCode, loginData } from '@interline/shared/contract'
import { networkOf } from '../../auth/network-of.ts'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { hashToken, startSession } from '../../auth/sessions.ts'
import { challengeOf } from '../../auth/single-sign-on/challenge.ts'
import { originOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { HttpError } from '../../http/http-error.ts'
import { findAdministrator, noteSignIn } from '../../repositories/accounts/accounts.ts'
import { noteAddress } from '../../repositories/accounts/known-addresses.ts'
import { takeSignInCode } from '../../repositories/accounts/sign-in-codes.ts'
import { recordAct } from '../../repositories/audit.ts'
import type { Services } from '../services.ts'
import { loginDataOf } from './sign-in.ts'

/**
 * A session for a code, once: of a sign-in at the identity provider, or of `npm run admin`. The session ends with the
 * working day. 400 when the code was used, is too old or is another browser's.
 */
export function registerSignInCode(app: App, services: Services) {
  const { db, rateLimits } = services
  app.post(
    '/user/auth/sign-in-code',
    {
      config: { access: 'public' },
      schema: { tags: ['session'], body: exchangeSignInCode, response: { 200: answer(loginData) } },
    },
    async (request) => {
      const network = networkOf(request.ip)
      await requireAttempts({ limit: rateLimits.singleSignOns, key: network })
      const { code, verifier, from } = request.body
      const taken = await takeSignInCode(db, hashToken(code), challengeOf(verifier))
      const isOfItsKind = taken !== undefined && (taken.idToken === null) === (from === 'link')
      const account = isOfItsKind && (await findAdministrator(db, taken.personId))
      if (!taken || !account)
        throw new HttpError(400, 'This sign-in was used, is too old or was begun in another browser', {
          detail: 'Sign in again.',
          errors: [{ field: 'code', message: 'was used, is too old or is another browser’s' }],
        })
      const { _id } = account
      const device = { address: request.ip, userAgent: request.headers['user-agent'], idToken: taken.idToken }
      const token = await db.transaction().execute(async (tx) => {
        const started = await startSession(tx, _id, false, device)
        await noteSignIn(tx, _id)
        await noteAddress(tx, _id, network)
        const after = { method: from }
        const actor = { ...originOf(request), _id }
        await recordAct(tx, { actor, act: 'sign-in', resource: 'administrator', targetId: _id, after })
        return started
      })
      return { success: true as const, data: await loginDataOf(services, account, token) }
    },
  )
}
