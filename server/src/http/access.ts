import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/tables.ts'
import type { KnownSessions } from '../accounts/known-sessions.ts'
import { findSession, type Caller } from '../repositories/sessions.ts'
import { hashToken } from '../accounts/token.ts'
import type { App } from './app-types.ts'
import { Refusal } from './refusal.ts'

/** Enforces each route's `config.access` before anything of the request is read; a route that forgot to say stops the start. */
export function registerAccess(app: App, sessions: KnownSessions) {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', ({ config, url }) => {
    if (!config?.access && !url.startsWith('/docs')) throw new Error(`route ${url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (!access || access === 'public') return
    const token = bearerToken(request.headers.authorization)
    const caller = token ? await sessions.of(hashToken(token)) : undefined
    if (!caller) throw new Refusal(401, 'Please sign in')
    if (!access.includes(caller.role)) throw new Refusal(403, 'This is not for your role')
    request.caller = caller
  })
}

/** Whose token this is; undefined for one that is unknown, expired or revoked. */
export async function identify(db: Database, token: string | undefined): Promise<Caller | undefined> {
  return token ? findSession(db, hashToken(token)) : undefined
}

export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer\s+(\S+)$/i)?.[1]
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal(401, 'Please sign in')
  return request.caller
}
