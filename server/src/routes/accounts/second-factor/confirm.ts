import { answer, answerChallenge, confirmBySignIn, done, factorChallenge } from '@interline/shared/contract/schemas'
import { networkOf } from '../../../auth/network-of.ts'
import { requireAttempts } from '../../../auth/rate-limit.ts'
import { askForFactor, proveFactor, recordProof, WrongFactorError } from '../../../auth/second-factor/prove.ts'
import { hashToken } from '../../../auth/sessions.ts'
import { actorOf } from '../../../http/access.ts'
import type { App } from '../../../http/app.ts'
import { fieldError } from '../../../http/http-error.ts'
import { hasIdentity } from '../../../repositories/accounts/identities.ts'
import { takeSignInCode } from '../../../repositories/accounts/sign-in-codes.ts'
import { recordAct } from '../../../repositories/audit.ts'
import { noteConfirmation } from '../../../repositories/accounts/sessions.ts'
import { findChallenge } from '../../../repositories/accounts/second-factor/challenges.ts'
import type { Services } from '../../../services.ts'

const config = { permission: 'every-role' as const, beforeSetup: true as const }
const tags = ['second factor']

/**
 * A person who is signed in shows again that it is them, before what cannot be undone: with the second factor, or with
 * the password when there is none, or with one more sign-in at the provider that knows them. It holds for ten minutes
 * of this session, as a sign-in does. 400 with `errors` for `proof` when it is not right, and for `token` when it is to
 * be asked for anew.
 */
export function registerConfirm(app: App, services: Services) {
  const { db, rateLimits, sessions, identityProvider } = services
  app.post(
    '/admin/account/confirm/begin',
    { config, schema: { tags, response: { 200: answer(factorChallenge) } } },
    async (request) => {
      const personId = actorOf(request)._id
      const asked = await askForFactor(services, db, { personId, purpose: 'confirm' })
      const provider = identityProvider?.settings
      const isKnown = provider !== undefined && (await hasIdentity(db, personId, provider.issuer))
      return { success: true as const, data: { ...asked, ...(isKnown && { provider: provider.name }) } }
    },
  )

  app.post(
    '/admin/account/confirm',
    { config, schema: { tags, body: answerChallenge, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      const { token, proof } = request.body
      const challenge = await findChallenge(db, hashToken(token), 'confirm')
      if (challenge?.personId !== actor._id) throw fieldError('token', 'is not good any more; begin again')
      const given = { personId: actor._id, proof, challenge, address: request.ip }
      await proveFactor(services, given, async (tx) => {
        await recordProof(tx, actor, actor._id, proof, true)
        await noteConfirmation(tx, actor.tokenHash)
      }).catch(async (error: unknown) => {
        if (!(error instanceof WrongFactorError)) throw error
        await recordProof(db, actor, actor._id, proof, false)
        throw error.isOver
          ? fieldError('token', 'is not good any more; begin again')
          : fieldError('proof', 'is not right')
      })
      sessions.forget(actor.tokenHash)
      return { success: true as const }
    },
  )

  app.post(
    '/admin/account/confirm/sign-in',
    { config, schema: { tags, body: confirmBySignIn, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      await requireAttempts({ limit: rateLimits.singleSignOns, key: networkOf(request.ip) })
      const { code, verifier } = request.body
      const taken = await takeSignInCode(db, hashToken(code), verifier, 'confirm')
      if (!taken) throw fieldError('code', 'was used, is too old or is another browser’s')
      if (taken.personId !== actor._id) {
        const after = { method: 'sso', reason: 'other-account' }
        const subject = { resource: 'administrator', targetId: actor._id }
        await recordAct(db, { actor, act: 'refused-second-factor', ...subject, after })
        throw fieldError('code', 'is somebody else’s')
      }
      await noteConfirmation(db, actor.tokenHash)
      sessions.forget(actor.tokenHash)
      return { success: true as const }
    },
  )
}
