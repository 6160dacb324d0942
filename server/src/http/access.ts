import type { FastifyRequest } from 'fastify'
import { missingPermission } from '../auth/permissions.ts'
import { bearerToken, hashToken, type SessionCache } from '../auth/sessions.ts'
import type { Actor } from '../repositories/audit.ts'
import type { Caller } from '../repositories/accounts/sessions.ts'
import type { App } from './app.ts'
import { HttpError } from './http-error.ts'

/**
 * Enforces each route's `config.access`, and of an administrator its `config.permission`, before anything else of the
 * request is read. A route without them stops the start of the server.
 */
export function registerAccess(app: App, sessions: SessionCache) {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', ({ config, url }) => {
    if (url.startsWith('/docs')) return
    if (!config?.access) throw new Error(`route ${url} has no config.access`)
    if (config.access.includes('admin') && !config.permission) throw new Error(`route ${url} has no config.permission`)
  })
  app.addHook('onRequest', async (request) => {
    const { access, permission } = request.routeOptions.config
    if (!access || access === 'public') return
    const token = bearerToken(request.headers.authorization)
    const caller = token ? await sessions.find(hashToken(token)) : undefined
    if (!caller) throw new HttpError(401, 'Please sign in')
    if (!access.includes(caller.role)) throw new HttpError(403, 'This is not for your role')
    const missing = permission && missingPermission(caller, permission)
    if (missing) throw new HttpError(403, 'Your role may not do this', { detail: missing })
    request.caller = caller
  })
}

/** The caller of a route that is not public, as the audit names who acts. */
export function actorOf(request: FastifyRequest): Actor & Caller {
  return { ...callerOf(request), ...originOf(request) }
}

/** From where a request comes, for the audit. */
export const originOf = ({ ip, id }: FastifyRequest) => ({ address: ip, requestId: id })

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new HttpError(401, 'Please sign in')
  return request.caller
}
