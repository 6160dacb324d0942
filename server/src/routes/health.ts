import { z } from 'zod'
import type { App } from '../http/app.ts'
import type { Readiness } from '../monitoring/readiness.ts'

const state = z.enum(['ok', 'failed'])
const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), state) })

/** `/healthz` says that the process runs, `/readyz` that each server it needs answers within two seconds. */
export function registerHealth(app: App, readChecks: Readiness) {
  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      logLevel: 'warn',
      schema: { tags: ['health'], response: { 200: z.object({ status: z.literal('ok') }) } },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      logLevel: 'warn',
      schema: { tags: ['health'], response: { 200: readiness, 503: readiness } },
    },
    async (_request, reply) => {
      const checks = await readChecks()
      const ready = Object.values(checks).every((check) => check === 'ok')
      return reply.code(ready ? 200 : 503).send({ ready, checks })
    },
  )
}
