import type { FastifyRequest } from 'fastify'
import { booking, bookingListQuery, changeRideStatus, done } from '@interline/shared/contract'
import { actorOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { causedBy, runOnce } from '../http/idempotency.ts'
import { dollarText, type CsvColumns } from './lists/stream-csv.ts'
import { registerList } from './lists/register-list.ts'
import { bookingToJson } from './rows-to-json.ts'
import { bookingList, type BookingRow } from '../repositories/bookings.ts'
import type { Broadcast } from '../realtime/broadcast.ts'
import { updateBooking, type BookingUpdated } from '../repositories/booking-updates.ts'

const columns: CsvColumns<BookingRow> = {
  Id: ({ _id }) => _id,
  User: ({ userName }) => userName,
  Driver: ({ driverName }) => driverName,
  Source: ({ source }) => source,
  Destination: ({ destination }) => destination,
  'Ride Time': ({ ride_time }) => ride_time,
  'Amount ($)': ({ amount }) => dollarText(amount),
  Status: ({ status }) => status,
  'Created At': { time: ({ createdAt }) => createdAt },
}

/**
 * `GET /admin/user/rides` and its CSV file, with the filters `status`, `user_id` and `driver_id`, and `POST
 * /admin/ride/status` (SPEC §7). The change answers 409 when the booking has another `revision` than the one that was
 * sent.
 */
export function registerBookings(app: App, services: Services) {
  const { db, broadcast } = services
  registerList(app, services, {
    path: '/admin/user/rides',
    tag: 'rides',
    permission: 'rides:read',
    name: 'user-rides',
    list: bookingList,
    query: bookingListQuery,
    row: booking,
    toJson: bookingToJson,
    csv: columns,
  })

  app.post(
    '/admin/ride/status',
    {
      config: { access: ['admin'], permission: 'bookings:write' },
      schema: { tags: ['rides'], body: changeRideStatus, response: { 200: done } },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { _id, status, revision } = request.body
      const outcome = await runOnce({ db, request, reply }, async (tx) => ({
        answer: { success: true as const },
        updated: await updateBooking(tx, {
          _id,
          status,
          actor: actorOf(request),
          revision,
          describe: ({ userName, driverName }) =>
            `${caller.full_name} set ${userName}'s ride with ${driverName} to ${status}.`,
        }),
      }))
      if (!outcome.isReplay) announceBooking(broadcast, outcome.updated, request)
      return outcome.answer
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
