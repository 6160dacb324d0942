import { z } from 'zod'
import type { App, Services } from '../http/app-types.ts'

const state = z.enum(['ok', 'failed'])
const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), state) })

export function registerHealth(app: App, { health }: Services) {
  app.get('/healthz', {
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { tags: ['health'], response: { 200: z.object({ status: z.literal('ok') }) } },
  }, async () => ({ status: 'ok' as const }))

  app.get('/readyz', {
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { tags: ['health'], response: { 200: readiness, 503: readiness } },
  }, async (_request, reply) => {
    const checks: Record<string, 'ok' | 'failed'> = {}
    for (const [name, check] of Object.entries(health)) {
      checks[name] = await within(2000, check()).then(() => 'ok' as const, () => 'failed' as const)
    }
    const ready = Object.values(checks).every((check) => check === 'ok')
    return reply.code(ready ? 200 : 503).send({ ready, checks })
  })
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
