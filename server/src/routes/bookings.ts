import type { FastifyRequest } from 'fastify'
import { changeRideStatus, done } from '@interline/shared/contract/schemas'
import { actorOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from '../services.ts'
import { causedBy, runOnce } from '../http/idempotency.ts'
import type { Broadcast } from '../realtime/broadcast.ts'
import { updateBooking, type BookingUpdated, type LockedBooking } from '../repositories/booking-updates.ts'

/**
 * `POST /admin/ride/status` (SPEC §7). It answers 409 when the booking has another `revision` than the one that was
 * sent.
 */
export function registerBookings(app: App, { db, broadcast }: Services) {
  app.post(
    '/admin/ride/status',
    {
      config: { permission: 'bookings:write' },
      schema: { tags: ['rides'], body: changeRideStatus, response: { 200: done } },
    },
    async (request, reply) => {
      const { _id, status, revision } = request.body
      const actor = actorOf(request)
      const describe = ({ userName, driverName }: LockedBooking) =>
        `${actor.full_name} set ${userName}'s ride with ${driverName} to ${status}.`
      return runOnce(
        { db, request, reply },
        (tx) => updateBooking(tx, { _id, status, actor, revision, describe }),
        (updated) => announceBooking(broadcast, updated, request),
      )
    },
  )
}

/** Notifies everybody concerned of a change that is committed; does nothing when nothing changed. */
export function announceBooking(broadcast: Broadcast, updated: BookingUpdated | undefined, request: FastifyRequest) {
  if (!updated) return
  const { _id, people, notification } = updated
  broadcast.rowsChanged({ resource: 'user-rides', _id, kind: 'changed', ...causedBy(request) }, people)
  broadcast.notify(notification, callerOf(request)._id)
}
