import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import cors from '@fastify/cors'
import helmet from 'helmet'
import type { App } from './app.ts'
import { fieldError, HttpError } from './http-error.ts'

const idBytes = 9
let random = Buffer.alloc(0)
let used = 0

/** 72 random bits, from a buffer that is filled for 500 requests at once. */
export function newRequestId(): string {
  if (used + idBytes > random.length) [random, used] = [randomBytes(idBytes * 500), 0]
  used += idBytes
  return random.toString('base64url', used - idBytes, used)
}

/**
 * The headers of every answer. Browsers ignore the one of https (HSTS) where it comes by http, so that a production
 * installation sends it always.
 */
export function securityHeaders(production: boolean): Record<string, string> {
  // Made once: @fastify/helmet makes them anew for every request.
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  response.setHeader('cache-control', 'no-store')
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
      },
    },
    // The shell, another origin, shows our documents and pictures.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  setHeaders(request, response, () => undefined)
  response.setHeader('integrity-policy', 'blocked-destinations=(script)')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Sets the security headers and CORS of every answer, and rejects U+0000 in every field. */
export async function registerSecurity(app: App, allowedOrigins: string[], production: boolean) {
  const headers = securityHeaders(production)
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header('x-request-id', request.id)
    void reply.header('accept-idempotency-key', 'yes')
    void reply.header('accept-client-id', 'yes')
    void reply.header('accept-bulk-id', 'yes')
    void reply.headers(headers)
    const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
    // A proxy may read the other one.
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion !== '1.0'))
      return next(new HttpError(400, 'A request names its host once'))
    // A proxy may unpack what we would read as it stands.
    if (!['', 'identity'].includes(request.headers['content-encoding'] ?? ''))
      return next(new HttpError(415, 'A body without a content encoding is expected'))
    next()
  })
  await app.register(cors, {
    origin: allowedOrigins,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: [
      'authorization',
      'bulk-id',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'public-request',
      'x-request-id',
    ],
    exposedHeaders: [
      'x-request-id',
      'etag',
      'retry-after',
      'accept-idempotency-key',
      'accept-client-id',
      'accept-bulk-id',
      'idempotency-replayed',
    ],
    maxAge: 600,
    // OPTIONS that is no preflight is answered like one: the plugin's refusal has a form of its own.
    strictPreflight: false,
  })
  app.addHook('preValidation', async (request) => {
    rejectUnstorable(request.params, '')
    rejectUnstorable(request.query, '')
    if (!request.isMultipart()) rejectUnstorable(request.body, '')
  })
}

const deepest = 20

/**
 * PostgreSQL cannot store U+0000 in a text, nor half a surrogate pair in JSON, as the audit has it; and nothing that we
 * take is nested deeply.
 */
export function rejectUnstorable(value: unknown, field: string, depth = 0): void {
  if (depth > deepest) throw fieldError('body', 'is nested too deeply')
  if (typeof value === 'string') {
    if (value.includes('\0')) throw fieldError(field || 'body', 'must not contain the character U+0000')
    if (/\p{Surrogate}/u.test(value)) throw fieldError(field || 'body', 'must not contain half a surrogate pair')
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value))
      rejectUnstorable(part, field ? `${field}.${name}` : name, depth + 1)
  }
}
