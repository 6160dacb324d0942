import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import type { App } from './app.ts'
import { fieldError, HttpError } from './http-error.ts'

/** Short enough to be read out: 60 random bits. */
export const newRequestId = () => randomUUID().slice(0, 18)

/** The headers of every answer. Browsers ignore the one of https (HSTS) where it comes by http. */
export const securityHeaders = (production: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  // The shell, another origin, shows our documents and pictures.
  'cross-origin-resource-policy': 'cross-origin',
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(production && { 'strict-transport-security': 'max-age=31536000' }),
})

/** Sets the security headers and CORS of every answer, and rejects U+0000 in every field. */
export async function registerSecurity(app: App, allowedOrigins: string[], production: boolean) {
  const headers = securityHeaders(production)
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header('x-request-id', request.id)
    // For pages from before `backend` in the answer to a sign-in: an open tab, or a shell that was rolled back to.
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
