import { answer, answerChallenge, done, factorChallenge } from '@interline/shared/contract'
import { askForFactor, proveFactor, recordProof, WrongFactorError } from '../../../auth/second-factor/prove.ts'
import { hashToken } from '../../../auth/sessions.ts'
import { actorOf } from '../../../http/access.ts'
import type { App } from '../../../http/app.ts'
import { fieldError } from '../../../http/http-error.ts'
import { noteConfirmation } from '../../../repositories/accounts/sessions.ts'
import { findChallenge } from '../../../repositories/accounts/second-factor/challenges.ts'
import type { Services } from '../../services.ts'

const config = { access: ['admin' as const], permission: 'every-role' as const, beforeSetup: true as const }
const tags = ['second factor']

/**
 * Who is signed in shows again that it is them, before what cannot be undone: with the second factor, or with the
 * password when there is none. It holds for ten minutes of this session, as a sign-in does. 400 with `errors` for
 * `proof` when it is not right, and for `token` when it is to be asked for anew.
 */
export function registerConfirm(app: App, services: Services) {
  const { db, sessions } = services
  app.post(
    '/admin/account/confirm/begin',
    { config, schema: { tags, response: { 200: answer(factorChallenge) } } },
    async (request) => {
      const personId = actorOf(request)._id
      return { success: true as const, data: await askForFactor(services, { personId, purpose: 'confirm' }) }
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
      await proveFactor(services, given).catch(async (error: unknown) => {
        if (!(error instanceof WrongFactorError)) throw error
        await recordProof(db, actor, actor._id, proof, false)
        throw error.isOver
          ? fieldError('token', 'is not good any more; begin again')
          : fieldError('proof', 'is not right')
      })
      await recordProof(db, actor, actor._id, proof, true)
      await noteConfirmation(db, actor.tokenHash)
      sessions.forget(actor.tokenHash)
      return { success: true as const }
    },
  )
}
