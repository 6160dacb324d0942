import type { FastifyRequest } from 'fastify'

/** A request is logged as method, path and status, without query, headers, body, address or token. */
export const logSerializers = {
  req: (request: FastifyRequest) => ({ id: request.id, method: request.method, path: request.url.split('?', 1)[0] }),
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
  // A database's error has the rejected values in `detail`.
  err: (error: Error) => ({
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error ? { code: error.code } : {}),
  }),
}

export const redactedPaths = [
  'token',
  'password',
  'email',
  'phone',
  'authorization',
  'cookie',
  '*.token',
  '*.password',
  '*.email',
  '*.phone',
  '*.authorization',
  '*.cookie',
  '*.full_name',
  '*.address',
]

// Pino escapes control characters below U+0020 alone: these are the others, other line ends, and marks that turn the
// direction of what follows.
const acting = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A line of the log of which a terminal acts upon nothing: it stays the same JSON. */
export const harmless = (line: string): string =>
  line.replace(acting, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
