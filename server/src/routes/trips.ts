import { z } from 'zod'
import type { BookingStatus } from '@interline/shared/contract'
import {
  answer,
  booking,
  bookRide,
  changeOwnBooking,
  created,
  done,
  driverRide,
  publishRide,
} from '@interline/shared/contract/schemas'
import type { Tx } from '../database/tables.ts'
import { actorOf, callerOf } from '../http/access.ts'
import type { App } from '../http/app.ts'
import type { Services } from '../services.ts'
import { causedBy, runOnce } from '../http/idempotency.ts'
import { notFound, HttpError } from '../http/http-error.ts'
import { bookingToJson, driverRideToJson } from './rows-to-json.ts'
import { recordAct } from '../repositories/audit.ts'
import { bookingsOf, countSeatsTaken, createBooking } from '../repositories/bookings.ts'
import { createRide, lockRide, openRides } from '../repositories/driver-rides.ts'
import { updateBooking, type LockedBooking } from '../repositories/booking-updates.ts'
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
      return runOnce(
        { db, request, reply },
        async (tx) => {
          const _id = await createRide(tx, actor._id, request.body)
          await recordAct(tx, { actor, act: 'offer', resource: 'ride', targetId: _id, after: request.body })
          return { data: { _id } }
        },
        ({ data: { _id } }) =>
          broadcast.rowsChanged({ resource: 'driver-rides', _id, kind: 'created', ...causedBy(request) }),
      )
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
      const work = async (tx: Tx) => {
        const ride = await lockRide(tx, request.body.ride_id)
        if (!ride) throw notFound('ride')
        if ((await countSeatsTaken(tx, ride._id)) >= (ride.passenger_capacity ?? 1))
          throw new HttpError(409, 'This ride is full')
        const { _id: rideId, driverId, source, destination } = ride
        const { _id, userName } = await createBooking(tx, { userId: caller._id, driverId, rideId })
        const after = { rideId, driverId }
        await recordAct(tx, { actor: actorOf(request), act: 'book', resource: 'booking', targetId: _id, after })
        const text = `${userName} booked ${source} → ${destination}.`
        const notification = await createNotification(tx, {
          kind: 'booking-made',
          subject: { kind: 'booking', _id },
          title: 'New booking',
          body: text,
        })
        return { data: { _id }, driverId, notification }
      }
      return runOnce({ db, request, reply }, work, ({ data: { _id }, driverId, notification }) => {
        const change = { resource: 'user-rides', _id, kind: 'created', ...causedBy(request) } as const
        broadcast.rowsChanged(change, [caller._id, driverId])
        broadcast.notify(notification)
      })
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
      const update = {
        ...{ _id, status, actor: actorOf(request) },
        check(row: LockedBooking) {
          if (row.userId !== caller._id && row.driverId !== caller._id) throw notFound('booking')
          if (row.status !== status && !from?.includes(row.status))
            throw new HttpError(409, `A booking that is ${row.status} cannot become ${status} this way`)
        },
        describe: ({ userName, driverName }: LockedBooking) =>
          `${userName}'s ride with ${driverName} is now ${status}.`,
      }
      return runOnce(
        { db, request, reply },
        (tx) => updateBooking(tx, update),
        (updated) => announceBooking(broadcast, updated, request),
      )
    },
  )
}
