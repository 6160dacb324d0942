import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { HttpError } from '../http/http-error.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The rule of the shell's origin: who has the token, and without one this machine, where no proxy stands between. */
function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`))
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
  return !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

/** `GET /metrics`: Prometheus text of this node, for who may read it; 403 for others. */
export function registerMetrics(app: App, write: () => Promise<string>, token: string | undefined) {
  app.get(
    '/metrics',
    {
      config: { access: 'public' },
      logLevel: 'warn',
      schema: { tags: ['health'], response: { 200: z.string() }, produces: ['text/plain'] },
    },
    async (request, reply) => {
      if (!mayReadMetrics(request.raw, token))
        throw new HttpError(403, 'The metrics are for this machine, and for who has METRICS_TOKEN')
      const text = await write()
      return reply.type('text/plain; version=0.0.4; charset=utf-8').serializer(String).send(text)
    },
  )
}
