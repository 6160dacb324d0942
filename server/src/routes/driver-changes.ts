import { connectDriver, done, reverifyDriver, verifyDriver } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { Refusal } from '../http/refusal.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { changeOneDriver } from './change-one-driver.ts'

export function registerDriverChanges(app: App, services: Services) {
  const config = { access: ['admin' as const] }
  const done200 = { 200: done }

  app.post('/admin/verify-driver', {
    config, schema: { tags: ['drivers'], body: verifyDriver, response: done200 },
  }, async (request, reply) => {
    const { driver_id, is_driver_profile_approved, revision } = request.body
    const { answer } = await changeOneDriver(services, { request, reply, _id: driver_id, revision, act: 'verify' }, (row) => ({
      change: { is_driver_profile_approved },
      says: is_driver_profile_approved ? `verified ${row.full_name}'s profile` : `removed the verification of ${row.full_name}`,
    }))
    return answer
  })

  app.post('/admin/re-verify-driver', {
    config, schema: { tags: ['drivers'], body: reverifyDriver, response: done200 },
  }, async (request, reply) => {
    const { answer } = await changeOneDriver(services, { request, reply, _id: request.body._id, revision: request.body.revision, act: 're-verify' }, (row) => {
      if (row.reverify_status === '') throw new Refusal(409, 'This driver has not asked for re-verification')
      return { change: { reverify_status: 'Approved' as const }, says: `approved the re-verification of ${row.full_name}` }
    })
    return answer
  })

  app.post('/admin/connect-driver', {
    config, schema: { tags: ['drivers'], body: connectDriver, response: done200 },
  }, async (request, reply) => {
    const { _id, driver_connect_id, revision } = request.body
    const { answer } = await changeOneDriver(services, { request, reply, _id, revision, act: 'connect' }, async (row, tx) => {
      // Connecting is offered where there is no id yet; replacing one is an edit.
      if (row.stripe_connect_id && row.stripe_connect_id !== driver_connect_id) throw await changedMeanwhile(tx, row)
      return { change: { stripe_connect_id: driver_connect_id }, says: `connected ${row.full_name} with Stripe` }
    })
    return answer
  })
}
