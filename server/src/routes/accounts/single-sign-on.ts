import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { beginSingleSignOn } from '@interline/shared/contract/schemas'
import { networkOf } from '../../auth/network-of.ts'
import { requireAttempts, TooManyAttemptsError } from '../../auth/rate-limit.ts'
import { hashToken, newToken } from '../../auth/sessions.ts'
import { SingleSignOnError } from '../../auth/single-sign-on/errors.ts'
import type { Claims, Provider } from '../../auth/single-sign-on/provider.ts'
import { readClaims, requireAnew } from '../../auth/single-sign-on/read-claims.ts'
import { originOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { fieldError, HttpError } from '../../http/http-error.ts'
import { findByIdentity, resolveIdentity, type Identity } from '../../repositories/accounts/identities.ts'
import { revokeSessionsOf } from '../../repositories/accounts/sessions.ts'
import { keepBegunSignIn, keepSignInCode, takeBegunSignIn } from '../../repositories/accounts/sign-in-codes.ts'
import { inTransaction, recordAct } from '../../repositories/audit.ts'
import { EmailTakenError } from '../../repositories/errors.ts'
import type { Services } from '../../services.ts'

const config = { access: 'public' as const }
const tags = ['session']
const codeSeconds = 60
const failureMark = { 'sign-in': '#sso-failure=', confirm: '#sso-confirm-failure=' }
const callbackQuery = z.looseObject({ state: z.string().max(500).optional() })
const response = { 302: z.void().describe('To the provider, or back to the page with #sso-code or #sso-failure.') }

/**
 * Sign-in at an identity provider (issue 21), to begin a session or to confirm who has one. The browser is led there
 * and back, and the page exchanges a code for the session: no token stands in an address. A failure leads back to the
 * page, which says it in plain words.
 */
export function registerSingleSignOn(app: App, services: Services) {
  const { config: settings, db, rateLimits, identityProvider } = services

  app.get(
    '/user/auth/sso',
    { config, schema: { tags, querystring: beginSingleSignOn, response } },
    async (request, reply) => {
      const provider = required(identityProvider)
      const { challenge, return_to, purpose } = request.query
      const { origin, pathname, search } = new URL(return_to)
      if (!settings.allowedOrigins.includes(origin)) throw fieldError('return_to', 'is no page of this installation')
      const page = origin + pathname + search
      try {
        await requireAttempts({ limit: rateLimits.singleSignOns, key: networkOf(request.ip) })
        const { url, state, ...expected } = await provider.begin(purpose === 'confirm')
        await keepBegunSignIn(db, { ...expected, stateHash: hashToken(state), challenge, purpose, returnTo: page })
        return await reply.redirect(url.href)
      } catch (error) {
        return reply.redirect(`${page}${failureMark[purpose]}${await noteFailure(services, request, error, purpose)}`)
      }
    },
  )

  app.get(
    '/user/auth/sso/callback',
    { config, schema: { tags, querystring: callbackQuery, response } },
    async (request, reply) => {
      const provider = required(identityProvider)
      const { state = '' } = request.query
      const begun = await takeBegunSignIn(db, hashToken(state))
      if (!begun) return reply.redirect(`${settings.shellUrl}/#sso-failure=expired`)
      const { returnTo, challenge, purpose } = begun
      try {
        const query = new URL(request.url, settings.publicUrl).search
        const { claims, idToken } = await provider.finish(query, { ...begun, state })
        const isConfirming = purpose === 'confirm'
        const personId = isConfirming
          ? await recognize(services, provider, claims, begun.begunAt)
          : await admit(services, provider, claims, request)
        const code = newToken()
        await keepSignInCode(db, { codeHash: hashToken(code), personId, challenge, idToken, purpose }, codeSeconds)
        return await reply.redirect(`${returnTo}#sso-${isConfirming ? 'confirm' : 'code'}=${code}`)
      } catch (error) {
        return reply.redirect(
          `${returnTo}${failureMark[purpose]}${await noteFailure(services, request, error, purpose)}`,
        )
      }
    },
  )
}

function required(provider: Provider | undefined): Provider {
  if (!provider) throw new HttpError(404, 'Single sign-on is not set up here')
  return provider
}

/** The person whom the claims name. All sessions of somebody end whom the provider no longer gives a role. */
async function identityOf({ db, broadcast }: Services, { settings }: Provider, claims: Claims): Promise<Identity> {
  try {
    return readClaims(claims, settings)
  } catch (error) {
    if (!(error instanceof SingleSignOnError) || error.reason !== 'role' || claims.isOverage) throw error
    const personId = await findByIdentity(db, settings.issuer, claims.sub)
    if (personId === undefined) throw error
    await revokeSessionsOf(db, personId)
    broadcast.endSessionsOf(personId)
    throw new SingleSignOnError('role', error.message, { ...error.refused, personId })
  }
}

/** The administrator whom the provider vouches for, with the role that it gives them. Throws `SingleSignOnError`. */
async function admit(services: Services, provider: Provider, claims: Claims, request: FastifyRequest) {
  const { db, broadcast } = services
  const identity = await identityOf(services, provider, claims)
  const { email } = identity
  const found = await inTransaction(db, (tx) => resolveIdentity(tx, identity, originOf(request))).catch(
    (error: unknown) => {
      if (!(error instanceof EmailTakenError)) throw error
      throw new SingleSignOnError('taken', 'another administrator has got the mail address meanwhile', {
        cause: error,
        email,
      })
    },
  )
  if (!found) throw new SingleSignOnError('other-account', 'the administrator has another identity', { email })
  const { personId, isDisabled, newRole } = found
  if (isDisabled) throw new SingleSignOnError('disabled', 'the administrator is disabled', { email, personId })
  if (newRole) broadcast.roleChanged(personId, newRole)
  return personId
}

/**
 * The administrator who signed in there just now, and who has done so before. Nobody gets an account or a role by it.
 */
async function recognize(services: Services, provider: Provider, claims: Claims, since: Date): Promise<string> {
  const { issuer, subject, email } = await identityOf(services, provider, claims)
  requireAnew(claims, since)
  const personId = await findByIdentity(services.db, issuer, subject)
  if (personId === undefined) throw new SingleSignOnError('other-account', 'nobody here has that identity', { email })
  return personId
}

/** The word that the page is told of a failure; the log says more, and the audit whom it kept out. */
async function noteFailure(
  { db }: Services,
  request: FastifyRequest,
  error: unknown,
  purpose: 'sign-in' | 'confirm',
): Promise<string> {
  if (error instanceof TooManyAttemptsError) return 'too-many'
  if (!(error instanceof SingleSignOnError)) {
    request.log.error({ err: error }, 'a sign-in at the provider failed')
    return 'failed'
  }
  const { reason, message, refused } = error
  request.log.warn({ reason, cause: error.cause instanceof Error ? error.cause.message : undefined }, message)
  if (reason !== 'away' && reason !== 'cancelled') {
    const { email, personId } = refused
    await recordAct(db, {
      actor: { _id: null, ...originOf(request) },
      act: purpose === 'confirm' ? 'refused-second-factor' : 'refused-sign-in',
      resource: 'administrator',
      ...(personId !== undefined && { targetId: personId }),
      after: { method: 'sso', reason, ...(email !== undefined && { email }) },
    })
  }
  return reason
}
