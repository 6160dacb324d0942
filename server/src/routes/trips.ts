import { z } from 'zod'
import {
  answer,
  booking,
  bookRide,
  changeOwnBooking,
  created,
  done,
  driverRide,
  publishRide,
  type BookingStatus,
} from '@interline/shared/contract'
import { actorOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from './services.ts'
import { causedBy, runOnce } from '../http/idempotency.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import { bookingToJson, driverRideToJson } from './rows-to-json.ts'
import { recordAct } from '../repositories/audit.ts'
import { bookingsOf, countSeatsTaken, createBooking } from '../repositories/bookings.ts'
import { createRide, lockRide, openRides } from '../repositories/driver-rides.ts'
import { updateBooking } from '../repositories/booking-updates.ts'
import { createNotification } from '../repositories/notifications.ts'
import { announceBooking } from './bookings.ts'

const shown = 100

/** From which status each side of a booking may bring it to another. */
const steps: Record<'driver' | 'user', Partial<Record<BookingStatus, readonly BookingStatus[]>>> = {
  driver: { Accepted: ['Pending'], Rejected: ['Pending'], Started: ['Accepted'], Completed: ['Started'] },
  user: { Canceled: ['Pending', 'Accepted'] },
}

/** Offering, booking and riding, as drivers' and users' own apps do it. */
export function registerTrips(app: App, { db, broadcast }: Services) {
  app.post(
    '/driver/rides',
    {
      config: { access: ['driver'] },
      schema: { tags: ['trips'], body: publishRide, response: { 200: answer(created) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const _id = await createRide(tx, actor._id, request.body)
        await recordAct(tx, { actor, act: 'offer', resource: 'ride', targetId: _id, after: request.body })
        return { answer: { success: true as const, data: { _id } } }
      })
      const { answer, isReplay } = outcome
      if (!isReplay)
        broadcast.rowsChanged({ resource: 'driver-rides', _id: answer.data._id, kind: 'created', ...causedBy(request) })
      return answer
    },
  )

  app.get(
    '/user/open-rides',
    {
      config: { access: ['user'] },
      schema: { tags: ['trips'], response: { 200: answer(z.array(driverRide)) } },
    },
    async () => ({ success: true as const, data: (await openRides(db, shown)).map(driverRideToJson) }),
  )

  app.post(
    '/user/bookings',
    {
      config: { access: ['user'] },
      schema: { tags: ['trips'], body: bookRide, response: { 200: answer(created) } },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const outcome = await runOnce({ db, request, reply }, async (tx) => {
        const ride = await lockRide(tx, request.body.ride_id)
        if (!ride) throw notFound('ride')
        if ((await countSeatsTaken(tx, ride._id)) >= (ride.passenger_capacity ?? 1))
          throw new HttpError(409, 'This ride is full')
        const { _id: rideId, driverId, source, destination } = ride
        const _id = await createBooking(tx, { userId: caller._id, driverId, rideId })
        const after = { rideId, driverId }
        await recordAct(tx, { actor: actorOf(request), act: 'book', resource: 'booking', targetId: _id, after })
        const text = `${caller.full_name} booked ${source} → ${destination}.`
        const notification = await createNotification(tx, {
          kind: 'booking-made',
          subject: { kind: 'booking', _id },
          title: 'New booking',
          body: text,
        })
        return { answer: { success: true as const, data: { _id } }, driverId, notification }
      })
      if (!outcome.isReplay) {
        const { answer, driverId, notification } = outcome
        const { _id } = answer.data
        broadcast.rowsChanged({ resource: 'user-rides', _id, kind: 'created', ...causedBy(request) }, [
          caller._id,
          driverId,
        ])
        broadcast.notify(notification)
      }
      return outcome.answer
    },
  )

  app.get(
    '/user/bookings',
    {
      config: { access: ['driver', 'user'] },
      schema: { tags: ['trips'], response: { 200: answer(z.array(booking)) } },
    },
    async (request) => ({
      success: true as const,
      data: (await bookingsOf(db, callerOf(request)._id, shown)).map(bookingToJson),
    }),
  )

  app.post(
    '/user/bookings/status',
    {
      config: { access: ['driver', 'user'] },
      schema: { tags: ['trips'], body: changeOwnBooking, response: { 200: done } },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { _id, status } = request.body
      const from = steps[caller.role === 'driver' ? 'driver' : 'user'][status]
      const outcome = await runOnce({ db, request, reply }, async (tx) => ({
        answer: { success: true as const },
        updated: await updateBooking(tx, {
          _id,
          status,
          actor: actorOf(request),
          check(row) {
            if (row.userId !== caller._id && row.driverId !== caller._id) throw notFound('booking')
            if (row.status !== status && !from?.includes(row.status))
              throw new HttpError(409, `A booking that is ${row.status} cannot become ${status} this way`)
          },
          describe: ({ userName, driverName }) => `${userName}'s ride with ${driverName} is now ${status}.`,
        }),
      }))
      if (!outcome.isReplay) announceBooking(broadcast, outcome.updated, request)
      return outcome.answer
    },
  )
}
