import { answer, changePolicy, policy } from '@interline/shared/contract'
import { actorOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import { runOnce } from '../http/idempotency.ts'
import { ConflictError } from '../repositories/errors.ts'
import { hasSecondFactor } from '../repositories/accounts/second-factor/factors.ts'
import { readPolicy, setPolicy } from '../repositories/accounts/policy.ts'
import type { Services } from './services.ts'

const tags = ['policy']

/** What this installation asks of its administrators: each of them may read what binds them, an owner changes it. */
export function registerPolicy(app: App, { db, broadcast }: Services) {
  app.get(
    '/admin/policy',
    {
      config: { access: ['admin'], permission: 'every-role', beforeSetup: true },
      schema: { tags, response: { 200: answer(policy) } },
    },
    async () => ({ success: true as const, data: await readPolicy(db) }),
  )

  app.post(
    '/admin/policy',
    {
      config: { access: ['admin'], permission: 'administrators:write', confirmed: true },
      schema: { tags, body: changePolicy, response: { 200: answer(policy) } },
    },
    async (request, reply) => {
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const actor = actorOf(request)
        if (request.body.second_factor_required && !(await hasSecondFactor(tx, actor._id)))
          throw new ConflictError('You have no second factor yourself', { detail: 'Set one up in your account first.' })
        const data = await setPolicy(tx, { actor, change: request.body })
        return { answer: { success: true as const, data } }
      })
      if (!outcome.isReplay) broadcast.policyChanged()
      return outcome.answer
    },
  )
}
