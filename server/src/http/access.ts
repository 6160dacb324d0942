import type { FastifyRequest } from 'fastify'
import { problemCodes } from '@interline/shared/contract'
import { missingPermission } from '../auth/permissions.ts'
import { bearerToken, hashToken, type SessionCache } from '../auth/sessions.ts'
import type { Actor } from '../repositories/audit.ts'
import type { Database } from '../database/tables.ts'
import type { Role } from '../database/tables/people.ts'
import { findSession, type Caller } from '../repositories/accounts/sessions.ts'
import type { App } from './app.ts'
import { fieldError, HttpError } from './http-error.ts'

/**
 * Enforces each route's `config.access`, and of an administrator its `config.permission`, the second factor that the
 * policy asks for and `config.confirmed`, before anything else of the request is read. A route without access and
 * permission stops the start of the server.
 */
export function registerAccess(app: App, { db, sessions }: { db: Database; sessions: SessionCache }) {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', ({ config, url }) => {
    if (url.startsWith('/docs')) return
    if (!config?.access && !config?.permission) throw new Error(`route ${url} has no config.access or permission`)
    if (config.access?.includes('admin') && !config.permission) throw new Error(`route ${url} has no config.permission`)
  })
  app.addHook('onRequest', async (request) => {
    const { permission, access = permission && administrators, confirmed, beforeSetup } = request.routeOptions.config
    if (!access || access === 'public') return
    const token = bearerToken(request.headers.authorization)
    const caller = token ? await sessions.find(hashToken(token)) : undefined
    if (!caller) throw new HttpError(401, 'Please sign in')
    if (!access.includes(caller.role)) throw new HttpError(403, 'This is not for your role')
    const missing = permission && missingPermission(caller, permission)
    if (missing) throw new HttpError(403, 'Your role may not do this', { detail: missing })
    // The cache may be a second behind what was given on another node.
    const now = () => findSession(db, caller.tokenHash)
    if (!beforeSetup && caller.mustSetUpFactor && (await now())?.mustSetUpFactor !== false) throw setupNeeded()
    if (confirmed && caller.role === 'admin' && !isConfirmed(caller) && !isConfirmed(await now()))
      throw new HttpError(403, 'Confirm that it is you', {
        code: problemCodes.confirmationNeeded,
        detail: 'This needs your second factor, or your password if you have none, within the last ten minutes.',
      })
    request.caller = caller
  })
}

const administrators: Role[] = ['admin']

const setupNeeded = () =>
  new HttpError(403, 'Set up a second factor first', {
    code: problemCodes.setupNeeded,
    detail: 'Everybody here needs one: an authenticator app or a passkey, in your account.',
  })

const confirmedMilliseconds = 10 * 60_000

const isConfirmed = (caller: Caller | undefined) =>
  caller?.confirmedAt != null && Date.now() - caller.confirmedAt.getTime() < confirmedMilliseconds

/** The caller of a route that is not public, as the audit names who acts. */
export function actorOf(request: FastifyRequest): Actor & Caller {
  return { ...callerOf(request), ...originOf(request) }
}

/** From where a request comes, and which bulk change it is part of, for the audit. */
export const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  requestId: request.id,
  bulkId: bulkIdOf(request),
})

/** From where a session begins. */
export const deviceOf = ({ ip: address, headers, id: requestId }: FastifyRequest) => ({
  address,
  userAgent: headers['user-agent'],
  requestId,
})

/**
 * The header `Bulk-Id` of requests that one administrator started together: 8 to 64 letters, digits, `_` and `-`.
 * Others start nothing together.
 */
function bulkIdOf({ caller, headers: { 'bulk-id': bulkId } }: FastifyRequest): string | undefined {
  if (caller?.role !== 'admin') return undefined
  if (bulkId === undefined || (typeof bulkId === 'string' && /^[\w-]{8,64}$/.test(bulkId))) return bulkId
  throw fieldError('Bulk-Id', 'must have 8 to 64 letters, digits, _ and -')
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new HttpError(401, 'Please sign in')
  return request.caller
}
