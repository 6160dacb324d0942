import { answer, exchangeSignInCode, loginData } from '@interline/shared/contract/schemas'
import { networkOf } from '../../auth/network-of.ts'
import { requireAttempts } from '../../auth/rate-limit.ts'
import { hashToken } from '../../auth/sessions.ts'
import { beginAdminSession } from '../../auth/sign-in.ts'
import { deviceOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { HttpError } from '../../http/http-error.ts'
import { findAdministrator } from '../../repositories/accounts/accounts.ts'
import { takeSignInCode } from '../../repositories/accounts/sign-in-codes.ts'
import { inTransaction } from '../../repositories/audit.ts'
import type { Services } from '../../services.ts'
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
      await requireAttempts({ limit: rateLimits.singleSignOns, key: networkOf(request.ip) })
      const { code, verifier, from } = request.body
      const taken = await takeSignInCode(db, hashToken(code), verifier)
      const isOfItsKind = taken !== undefined && (taken.idToken === null) === (from === 'link')
      const account = isOfItsKind && (await findAdministrator(db, taken.personId))
      if (!taken || !account)
        throw new HttpError(400, 'This sign-in was used, is too old or was begun in another browser', {
          detail: 'Sign in again.',
          errors: [{ field: 'code', message: 'was used, is too old or is another browser’s' }],
        })
      const session = {
        personId: account._id,
        remember: false,
        ...deviceOf(request),
        method: from,
        idToken: taken.idToken,
      }
      const token = await inTransaction(db, (tx) => beginAdminSession(tx, session))
      return { success: true as const, data: await loginDataOf(services, account, token) }
    },
  )
}
