import type { FastifyBaseLogger } from 'fastify'
import { within } from '../time/within.ts'

const answerMs = 2000
const checkMs = 10_000

/** Whether each server that a node needs answers within two seconds, by its name. */
export type Readiness = () => Promise<Record<string, 'ok' | 'failed'>>

/** One check of a server runs at a time: calls that arrive while it hangs wait for the same one. */
export function createReadiness(health: Record<string, () => Promise<void>>, log: FastifyBaseLogger): Readiness {
  const running = new Map<string, Promise<void>>()
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
        log.warn({ err: error }, `${name} is not ready`)
        return 'failed' as const
      },
    )
  return async () =>
    Object.fromEntries(await Promise.all(Object.keys(health).map(async (name) => [name, await stateOf(name)] as const)))
}
