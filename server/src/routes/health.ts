import { z } from 'zod'
import type { App, Services } from '../http/app-types.ts'
import { within } from '../within.ts'

const state = z.enum(['ok', 'failed'])
const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), state) })

const patience = 2000
const givenUp = 10_000

/** `/healthz` says that the process runs, `/readyz` that each server it needs answers within two seconds. */
export function registerHealth(app: App, { health }: Services) {
  const asked = new Map<string, Promise<void>>()
  // A server that hangs is not asked once more each time that we are.
  const ask = (name: string) => {
    const question = asked.get(name) ?? within(givenUp, health[name]?.() ?? Promise.resolve()).finally(() => asked.delete(name))
    asked.set(name, question)
    return question
  }
  const stateOf = (name: string) => within(patience, ask(name)).then(() => 'ok' as const, (error: unknown) => {
    app.log.warn({ err: error }, `${name} is not ready`)
    return 'failed' as const
  })

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
    const states = await Promise.all(Object.keys(health).map(async (name) => [name, await stateOf(name)] as const))
    const checks = Object.fromEntries(states)
    const ready = Object.values(checks).every((check) => check === 'ok')
    return reply.code(ready ? 200 : 503).send({ ready, checks })
  })
}
