import { answer, changePolicy, policy } from '@interline/shared/contract/schemas'
import type { Tx } from '../database/tables.ts'
import { actorOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import { runOnce } from '../http/idempotency.ts'
import { ConflictError } from '../repositories/errors.ts'
import { hasSecondFactor } from '../repositories/accounts/second-factor/factors.ts'
import { readPolicy, setPolicy } from '../repositories/accounts/policy.ts'
import type { Services } from '../services.ts'

const tags = ['policy']

/**
 * All that this installation asks of its administrators: each of them may read what binds them, an owner changes it.
 */
export function registerPolicy(app: App, { db, broadcast }: Services) {
  app.get(
    '/admin/policy',
    { config: { permission: 'every-role', beforeSetup: true }, schema: { tags, response: { 200: answer(policy) } } },
    async () => ({ success: true as const, data: await readPolicy(db) }),
  )

  app.post(
    '/admin/policy',
    {
      config: { permission: 'administrators:write', confirmed: true },
      schema: { tags, body: changePolicy, response: { 200: answer(policy) } },
    },
    (request, reply) => {
      const work = async (tx: Tx) => {
        const actor = actorOf(request)
        if (request.body.second_factor_required && !(await hasSecondFactor(tx, actor._id)))
          throw new ConflictError('You have no second factor yourself', { detail: 'Set one up in your account first.' })
        return { data: await setPolicy(tx, { actor, change: request.body }) }
      }
      return runOnce({ db, request, reply }, work, () => broadcast.policyChanged())
    },
  )
}
