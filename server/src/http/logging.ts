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
