import type { FastifyReply, FastifyRequest } from 'fastify'
import { connectDriver, done, reverifyDriver, verifyDriver } from '@interline/shared/contract/schemas'
import type { Tx } from '../../database/tables.ts'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import type { Broadcast } from '../../realtime/broadcast.ts'
import { changedMeanwhile } from '../../repositories/audit.ts'
import { lockDriver, updateDriver, type DriverUpdated } from '../../repositories/driver-updates.ts'
import { ConflictError } from '../../repositories/errors.ts'
import type { Services } from '../../services.ts'

/**
 * All that an administrator decides about one driver (SPEC §4). Each answers 200 when the driver is as wanted already,
 * 404 for an unknown driver, and 409 with `changed_by` and `changed_at` when somebody else changed the driver after
 * `revision`.
 */
export function registerDriverChanges(app: App, { db, broadcast }: Services) {
  const options = { config: { permission: 'drivers:write' as const } }
  const schema = { tags: ['drivers'], response: { 200: done } }

  const change = (request: FastifyRequest, reply: FastifyReply, work: (tx: Tx) => Promise<DriverUpdated | undefined>) =>
    runOnce({ db, request, reply }, work, (updated) => announceDriver(broadcast, updated, request))

  app.post('/admin/verify-driver', { ...options, schema: { ...schema, body: verifyDriver } }, (request, reply) => {
    const { driver_id, is_driver_profile_approved, revision, reason } = request.body
    return change(request, reply, async (tx) => {
      const row = await lockDriver(tx, driver_id)
      return updateDriver(tx, row, {
        actor: actorOf(request),
        act: 'verify',
        change: { is_driver_profile_approved },
        revision,
        ...(is_driver_profile_approved
          ? {
              review: { decision: 'approve', reason },
              text: `verified ${row.full_name}'s profile`,
              verb: 'verified',
            }
          : { text: `removed the verification of ${row.full_name}` }),
      })
    })
  })

  // 409 too when the driver has not asked for it.
  app.post('/admin/re-verify-driver', { ...options, schema: { ...schema, body: reverifyDriver } }, (request, reply) => {
    const { _id, revision, reason } = request.body
    return change(request, reply, async (tx) => {
      const row = await lockDriver(tx, _id)
      if (row.reverify_status === '') throw new ConflictError('This driver has not asked for re-verification')
      return updateDriver(tx, row, {
        actor: actorOf(request),
        act: 're-verify',
        change: { reverify_status: 'Approved' },
        revision,
        review: { decision: 'approve', reason },
        text: `approved the re-verification of ${row.full_name}`,
      })
    })
  })

  // 409 too when the driver has another id already: to replace one is an edit.
  app.post('/admin/connect-driver', { ...options, schema: { ...schema, body: connectDriver } }, (request, reply) => {
    const { _id, driver_connect_id, revision } = request.body
    return change(request, reply, async (tx) => {
      const row = await lockDriver(tx, _id)
      if (row.stripe_connect_id && row.stripe_connect_id !== driver_connect_id) throw await changedMeanwhile(tx, row)
      return updateDriver(tx, row, {
        actor: actorOf(request),
        act: 'connect',
        change: { stripe_connect_id: driver_connect_id },
        revision,
        text: `connected ${row.full_name} with Stripe`,
      })
    })
  })
}

/** Notifies everybody concerned of a change that is committed; does nothing when nothing changed. */
export function announceDriver(broadcast: Broadcast, updated: DriverUpdated | undefined, request: FastifyRequest) {
  if (!updated) return
  const { _id, isRenamed, notification } = updated
  broadcast.rowsChanged({ resource: 'drivers', _id, kind: 'changed', ...causedBy(request) }, [_id])
  // Rides show the driver's name. Each table finds out by itself whether it shows one of them.
  if (isRenamed)
    for (const resource of ['driver-rides', 'user-rides'] as const) broadcast.rowsChanged({ resource, kind: 'changed' })
  if (notification) broadcast.notify(notification, callerOf(request)._id)
}
