import type { FastifyRequest } from 'fastify'
import { connectDriver, done, reverifyDriver, verifyDriver } from '@interline/shared/contract'
import { actorOf, callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { causedBy, runOnce } from '../../http/idempotency.ts'
import type { Broadcast } from '../../realtime/broadcast.ts'
import { changedMeanwhile } from '../../repositories/audit.ts'
import { describeApproval } from '../../repositories/driver-reviews/documents.ts'
import { recordReview } from '../../repositories/driver-reviews/reviews.ts'
import { updateDriver, type DriverUpdated } from '../../repositories/driver-updates.ts'
import { ConflictError } from '../../repositories/errors.ts'
import type { Services } from '../services.ts'

const answer = { success: true as const }

/**
 * What an administrator decides about one driver (SPEC §4). Each answers 200 when the driver is as wanted already, 404
 * for an unknown driver, and 409 with `changed_by` and `changed_at` when somebody else changed the driver after
 * `revision`.
 */
export function registerDriverChanges(app: App, { db, broadcast }: Services) {
  const options = { config: { access: ['admin' as const], permission: 'drivers:write' as const } }
  const schema = { tags: ['drivers'], response: { 200: done } }

  app.post(
    '/admin/verify-driver',
    { ...options, schema: { ...schema, body: verifyDriver } },
    async (request, reply) => {
      const { driver_id, is_driver_profile_approved, revision, reason } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const actor = actorOf(request)
        const updated = await updateDriver(tx, {
          _id: driver_id,
          actor,
          act: 'verify',
          change: { is_driver_profile_approved },
          revision,
          ...(is_driver_profile_approved && { details: (row) => describeApproval(tx, row, { reason }) }),
          describe: (full_name) =>
            is_driver_profile_approved ? `verified ${full_name}'s profile` : `removed the verification of ${full_name}`,
          verb: is_driver_profile_approved ? 'verified' : undefined,
        })
        if (updated && is_driver_profile_approved)
          await recordReview(tx, { changed: updated, adminId: actor._id, decision: 'approve' })
        return { answer, updated }
      })
      if (!outcome.isReplay) announceDriver(broadcast, outcome.updated, request)
      return outcome.answer
    },
  )

  // 409 too when the driver has not asked for it.
  app.post(
    '/admin/re-verify-driver',
    { ...options, schema: { ...schema, body: reverifyDriver } },
    async (request, reply) => {
      const { _id, revision, reason } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const actor = actorOf(request)
        const updated = await updateDriver(tx, {
          _id,
          actor,
          act: 're-verify',
          change: { reverify_status: 'Approved' },
          revision,
          check(row) {
            if (row.reverify_status === '') throw new ConflictError('This driver has not asked for re-verification')
          },
          details: (row) => describeApproval(tx, row, { reason }),
          describe: (full_name) => `approved the re-verification of ${full_name}`,
        })
        if (updated) await recordReview(tx, { changed: updated, adminId: actor._id, decision: 'approve' })
        return { answer, updated }
      })
      if (!outcome.isReplay) announceDriver(broadcast, outcome.updated, request)
      return outcome.answer
    },
  )

  // 409 too when the driver has another id already: to replace one is an edit.
  app.post(
    '/admin/connect-driver',
    { ...options, schema: { ...schema, body: connectDriver } },
    async (request, reply) => {
      const { _id, driver_connect_id, revision } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => ({
        answer,
        updated: await updateDriver(tx, {
          _id,
          actor: actorOf(request),
          act: 'connect',
          change: { stripe_connect_id: driver_connect_id },
          revision,
          async check(row) {
            if (row.stripe_connect_id && row.stripe_connect_id !== driver_connect_id)
              throw await changedMeanwhile(tx, row)
          },
          describe: (full_name) => `connected ${full_name} with Stripe`,
        }),
      }))
      if (!outcome.isReplay) announceDriver(broadcast, outcome.updated, request)
      return outcome.answer
    },
  )
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
