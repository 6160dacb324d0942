import {
  addPasskey,
  answer,
  confirmAuthenticator,
  done,
  newAuthenticator,
  newPasskey,
  ownSecondFactor,
  recoveryCodes,
  removePasskey,
  renamePasskey,
} from '@interline/shared/contract/schemas'
import { readSecret } from '../../../auth/second-factor/prove.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../../auth/second-factor/recovery-codes.ts'
import { checkTotp, newTotpSecret, totpUri } from '../../../auth/second-factor/totp.ts'
import { checkRegistration, registrationRequest } from '../../../auth/second-factor/web-authn.ts'
import { requireAttempts } from '../../../auth/rate-limit.ts'
import { hashToken, newToken } from '../../../auth/sessions.ts'
import type { Tx } from '../../../database/tables.ts'
import { actorOf } from '../../../http/access.ts'
import type { App } from '../../../http/app.ts'
import { fieldError, HttpError } from '../../../http/http-error.ts'
import { lockCredentials, readEmail } from '../../../repositories/accounts/accounts.ts'
import { readPolicy } from '../../../repositories/accounts/policy.ts'
import {
  createChallenge,
  endChallenge,
  findChallenge,
} from '../../../repositories/accounts/second-factor/challenges.ts'
import * as factors from '../../../repositories/accounts/second-factor/factors.ts'
import * as passkeys from '../../../repositories/accounts/second-factor/passkeys.ts'
import { countRecoveryCodes, setRecoveryCodes } from '../../../repositories/accounts/second-factor/recovery-codes.ts'
import { inTransaction, recordAct, type Actor } from '../../../repositories/audit.ts'
import type { Services } from '../../../services.ts'

const config = { permission: 'every-role' as const, beforeSetup: true as const }
/** All that makes an account easier or harder to get into needs more than a session that was left open. */
const confirmed = { ...config, confirmed: true as const }
const tags = ['second factor']
const success = { success: true as const }

/**
 * One's own second factors: an authenticator app, passkeys, and ten recovery codes, which come with the first factor
 * and are answered once. No answer is kept for an `Idempotency-Key`: it would store a secret.
 */
export function registerOwnSecondFactor(app: App, services: Services) {
  const { db, rateLimits, sessions, secretBox, relyingParty } = services
  const path = '/admin/account/second-factor'
  const change = <Result>({ _id }: { _id: string }, work: (tx: Tx) => Promise<Result>) =>
    inTransaction(db, async (tx) => {
      await lockCredentials(tx, _id)
      return work(tx)
    })

  app.get(path, { config, schema: { tags, response: { 200: answer(ownSecondFactor) } } }, async (request) => {
    const { _id } = actorOf(request)
    const [own, { second_factor_required }] = await Promise.all([factors.readSecondFactors(db, _id), readPolicy(db)])
    const data = {
      required: second_factor_required,
      authenticator: own.authenticator ? { createdAt: own.authenticator.createdAt.toISOString() } : null,
      passkeys: own.passkeys.map(({ _id, name, createdAt, usedAt }) => ({
        _id,
        name,
        createdAt: createdAt.toISOString(),
        last_used_at: usedAt?.toISOString() ?? null,
      })),
      recovery_codes_left: own.recoveryCodes,
    }
    return { ...success, data }
  })

  app.post(
    `${path}/authenticator/begin`,
    { config: confirmed, schema: { tags, response: { 200: answer(newAuthenticator) } } },
    async (request) => {
      const { _id } = actorOf(request)
      if (!secretBox)
        throw new HttpError(503, 'Authenticator apps need SECRET_KEY here', {
          detail: 'Whoever runs this server can set it. A passkey needs no key.',
        })
      const secret = newTotpSecret()
      if (!(await factors.beginAuthenticator(db, _id, secretBox.encrypt(secret, _id))))
        throw new HttpError(409, 'There is an authenticator app already', { detail: 'Remove it first.' })
      return { ...success, data: { secret, uri: totpUri(secret, (await readEmail(db, _id)) ?? _id) } }
    },
  )

  app.post(
    `${path}/authenticator/confirm`,
    { config: confirmed, schema: { tags, body: confirmAuthenticator, response: { 200: answer(recoveryCodes) } } },
    async (request) => {
      const actor = actorOf(request)
      const limit = { limit: rateLimits.secondFactors, key: `set-up:${actor._id}` }
      await requireAttempts(limit)
      const found = await factors.findAuthenticator(db, actor._id)
      if (!found || found.confirmedAt)
        throw new HttpError(409, 'There is no new authenticator app', { detail: 'Begin again.' })
      const step = checkTotp(readSecret(secretBox, found.secret, actor._id), request.body.code, null)
      if (step === undefined) throw fieldError('code', 'is not right')
      const codes = await change(actor, async (tx) => {
        const isConfirmed = await factors.confirmAuthenticator(tx, { personId: actor._id, secret: found.secret, step })
        if (!isConfirmed) throw new HttpError(409, 'There is no new authenticator app', { detail: 'Begin again.' })
        await record(tx, actor, 'add-authenticator')
        return firstRecoveryCodes(tx, actor)
      })
      await limit.limit.reward(limit.key, 1)
      sessions.forget(actor.tokenHash)
      return { ...success, data: { recovery_codes: codes } }
    },
  )

  app.post(
    `${path}/authenticator/remove`,
    { config: confirmed, schema: { tags, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      await change(actor, async (tx) => {
        if (!(await factors.removeAuthenticator(tx, actor._id)))
          throw new HttpError(404, 'You have no authenticator app here')
        await record(tx, actor, 'remove-authenticator')
      })
      sessions.forget(actor.tokenHash)
      return success
    },
  )

  app.post(
    `${path}/passkeys/begin`,
    { config: confirmed, schema: { tags, response: { 200: answer(newPasskey) } } },
    async (request) => {
      const { _id, full_name } = actorOf(request)
      const person = { _id, full_name, email: (await readEmail(db, _id)) ?? full_name }
      const options = await registrationRequest(relyingParty, person, await passkeys.listPasskeys(db, _id))
      const token = newToken()
      const { challenge } = options
      await createChallenge(db, { tokenHash: hashToken(token), personId: _id, purpose: 'add-passkey', challenge })
      return { ...success, data: { token, options: { ...options } } }
    },
  )

  app.post(
    `${path}/passkeys/add`,
    { config: confirmed, schema: { tags, body: addPasskey, response: { 200: answer(recoveryCodes) } } },
    async (request) => {
      const actor = actorOf(request)
      const { token, name, response } = request.body
      const asked = await findChallenge(db, hashToken(token), 'add-passkey')
      if (asked?.personId !== actor._id || !(await endChallenge(db, asked.tokenHash)))
        throw fieldError('token', 'is not good any more; begin again')
      const made = await checkRegistration(relyingParty, { response, challenge: asked.challenge })
      if (!made) throw fieldError('response', 'does not answer what was asked for')
      const codes = await change(actor, async (tx) => {
        if (!(await passkeys.createPasskey(tx, actor._id, { ...made, name })))
          throw new HttpError(409, 'This passkey is in use already')
        await record(tx, actor, 'add-passkey', undefined, { name })
        return firstRecoveryCodes(tx, actor)
      })
      sessions.forget(actor.tokenHash)
      return { ...success, data: { recovery_codes: codes } }
    },
  )

  app.post(
    `${path}/passkeys/rename`,
    { config, schema: { tags, body: renamePasskey, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      const { _id, name } = request.body
      await change(actor, async (tx) => {
        const before = await passkeys.renamePasskey(tx, { personId: actor._id, _id }, name)
        if (before === undefined) throw noSuchPasskey()
        if (before !== name) await record(tx, actor, 'rename-passkey', { name: before }, { name })
      })
      return success
    },
  )

  app.post(
    `${path}/passkeys/remove`,
    { config: confirmed, schema: { tags, body: removePasskey, response: { 200: done } } },
    async (request) => {
      const actor = actorOf(request)
      await change(actor, async (tx) => {
        const name = await passkeys.removePasskey(tx, { personId: actor._id, _id: request.body._id })
        if (name === undefined) throw noSuchPasskey()
        await factors.forgetCodesOfNothing(tx, actor._id)
        await record(tx, actor, 'remove-passkey', { name })
      })
      sessions.forget(actor.tokenHash)
      return success
    },
  )

  app.post(
    `${path}/recovery-codes`,
    { config: confirmed, schema: { tags, response: { 200: answer(recoveryCodes) } } },
    async (request) => {
      const actor = actorOf(request)
      const codes = newRecoveryCodes()
      await change(actor, async (tx) => {
        if (!(await factors.hasSecondFactor(tx, actor._id)))
          throw new HttpError(409, 'There is no second factor yet', {
            detail: 'Add an authenticator app or a passkey.',
          })
        await setRecoveryCodes(tx, actor._id, codes.map(hashRecoveryCode))
        await record(tx, actor, 'renew-recovery-codes')
      })
      return { ...success, data: { recovery_codes: codes } }
    },
  )
}

const noSuchPasskey = () => new HttpError(404, 'You have no such passkey')

const record = (tx: Tx, actor: Actor & { _id: string }, act: string, before?: object, after?: object) =>
  recordAct(tx, { actor, act, resource: 'administrator', targetId: actor._id, before, after })

/** Recovery codes come with the first factor; null when there are some that were not used. */
async function firstRecoveryCodes(tx: Tx, { _id }: { _id: string }): Promise<string[] | null> {
  if ((await countRecoveryCodes(tx, _id)) > 0) return null
  const codes = newRecoveryCodes()
  await setRecoveryCodes(tx, _id, codes.map(hashRecoveryCode))
  return codes
}
