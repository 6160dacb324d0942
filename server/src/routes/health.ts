import { z } from 'zod'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { within } from '../time/within.ts'

const state = z.enum(['ok', 'failed'])
const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), state) })

const answerMs = 2000
const checkMs = 10_000

/** `/healthz` says that the process runs, `/readyz` that each server it needs answers within two seconds. */
export function registerHealth(app: App, { health }: Services) {
  const running = new Map<string, Promise<void>>()
  // One check at a time for each server: calls that arrive while it hangs wait for the same check.
  const check = (name: string) => {
    const current =
      running.get(name) ?? within(checkMs, health[name]?.() ?? Promise.resolve()).finally(() => running.delete(name))
    running.set(name, current)
    return current
  }
  const stateOf = (name: string) =>
    within(answerMs, check(name)).then(
      () => 'ok' as const,
      (error: unknown) => {
        app.log.warn({ err: error }, `${name} is not ready`)
        return 'failed' as const
      },
    )

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
      const states = await Promise.all(Object.keys(health).map(async (name) => [name, await stateOf(name)] as const))
      const checks = Object.fromEntries(states)
      const ready = Object.values(checks).every((check) => check === 'ok')
      return reply.code(ready ? 200 : 503).send({ ready, checks })
    },
  )
}
