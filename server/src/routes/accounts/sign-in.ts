import { capabilities, problemCodes, type LoginData } from '@interline/shared/contract'
import { adminLogin, answer, answerChallenge, loggedOut, loginData } from '@interline/shared/contract/schemas'
import { askForFactor, proveFactor, recordProof, WrongFactorError } from '../../auth/second-factor/prove.ts'
import { hashToken } from '../../auth/sessions.ts'
import type { App } from '../../http/app.ts'
import { actorOf, deviceOf, originOf } from '../../http/access.ts'
import { fieldError, HttpError } from '../../http/http-error.ts'
import type { Services } from '../../services.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import { findSession, revokeSession } from '../../repositories/accounts/sessions.ts'
import { findAccount, findAdministrator } from '../../repositories/accounts/accounts.ts'
import { findChallenge } from '../../repositories/accounts/second-factor/challenges.ts'
import { beginAdminSession, SecondFactorNeededError, signIn } from '../../auth/sign-in.ts'
import { within } from '../../time/within.ts'

const providerMilliseconds = 1000
const tags = ['session']

/**
 * The sign-in of administrators. One with a second factor gets a 401 (contract: `secondFactorNeeded`) with what to
 * answer to POST /user/auth/second-factor, which begins the session.
 */
export function registerSignIn(app: App, services: Services) {
  const { config, db, rateLimits, broadcast, passwords, identityProvider } = services
  app.post(
    '/user/auth/admin-login',
    { config: { access: 'public' }, schema: { tags, body: adminLogin, response: { 200: answer(loginData) } } },
    async (request) => {
      if (!config.passwords)
        throw new HttpError(403, 'Password sign-in is switched off', {
          detail: `Sign in with ${config.singleSignOn?.name ?? 'your provider'} instead.`,
        })
      const { email, password, remember = false } = request.body
      const find = () => findAccount(db, email, 'staff')
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
        askForFactor: (tx, personId) => askForFactor(services, tx, { personId, purpose: 'sign-in', remember }),
      }).catch((error: unknown) => {
        if (!(error instanceof SecondFactorNeededError)) throw error
        throw new HttpError(401, error.message, {
          detail: 'Answer with a code of your app, a passkey or a recovery code.',
          code: problemCodes.secondFactorNeeded,
          second_factor: error.challenge,
        })
      })
      return { success: true as const, data: await loginDataOf(services, account, token) }
    },
  )

  app.post(
    '/user/auth/second-factor',
    { config: { access: 'public' }, schema: { tags, body: answerChallenge, response: { 200: answer(loginData) } } },
    async (request) => {
      const { proof } = request.body
      const challenge = await findChallenge(db, hashToken(request.body.token), 'sign-in')
      const account = challenge && (await findAdministrator(db, challenge.personId))
      if (!account) throw beginAgain()
      const { _id } = account
      const session = {
        personId: _id,
        remember: challenge.remember,
        ...deviceOf(request),
        method: proof.method,
      }
      const given = { personId: _id, proof, challenge, address: request.ip }
      const token = await proveFactor(services, given, async (tx) => {
        await recordProof(tx, { _id, ...originOf(request) }, _id, proof, true)
        return beginAdminSession(tx, session)
      }).catch(async (error: unknown) => {
        if (!(error instanceof WrongFactorError)) throw error
        await recordProof(db, { _id: null, ...originOf(request) }, _id, proof, false)
        throw error.isOver ? beginAgain() : fieldError('proof', 'is not right', 401)
      })
      return { success: true as const, data: await loginDataOf(services, account, token) }
    },
  )

  app.post(
    '/user/auth/logout',
    {
      config: { access: ['admin', 'driver', 'user'], permission: 'every-role', beforeSetup: true },
      schema: { tags, response: { 200: loggedOut } },
    },
    async (request) => {
      const actor = actorOf(request)
      const { _id, role, tokenHash } = actor
      const idToken = await inTransaction(db, async (tx) => {
        const ended = await revokeSession(tx, tokenHash)
        if (role === 'admin') await recordAct(tx, { actor, act: 'sign-out', resource: 'administrator', targetId: _id })
        return ended
      })
      broadcast.endSession(tokenHash)
      if (idToken === undefined || !identityProvider) return { success: true as const }
      const { origin = '' } = request.headers
      const page = config.allowedOrigins.includes(origin) ? origin : config.shellUrl
      // A person who signs out does not wait for a provider that is slow.
      const url = await within(providerMilliseconds, identityProvider.endSessionUrl(idToken, `${page}/`)).catch(
        () => undefined,
      )
      return { success: true as const, ...(url !== undefined && { end_session_url: url }) }
    },
  )
}

const beginAgain = () =>
  new HttpError(401, 'Sign in again', {
    detail: 'It took too long, or this was tried before.',
    errors: [{ field: 'token', message: 'is not good any more' }],
  })

type Account = Awaited<ReturnType<typeof findAdministrator>> & object

/** All that a sign-in answers (SPEC §3), and whether this session has to set up a second factor first. */
export async function loginDataOf(
  { db, links }: Pick<Services, 'db' | 'links'>,
  account: Account,
  token: string,
): Promise<LoginData> {
  const user = {
    _id: account._id,
    full_name: account.full_name,
    email: account.email ?? '',
    role: 'admin' as const,
    ...(account.admin_role && { admin_role: account.admin_role }),
    profile_picture: links.linkToPicture(account.profile_picture),
  }
  const isSetupNeeded = (await findSession(db, hashToken(token)))?.mustSetUpFactor === true
  return {
    token,
    user,
    backend: [...capabilities],
    ...(isSetupNeeded && { second_factor_setup_needed: true as const }),
  }
}
