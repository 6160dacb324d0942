import { z } from 'zod'
import { answer, booking, bookRide, changeOwnBooking, created, done, driverRide, publishRide, type BookingStatus } from '@interline/shared/contract'
import { callerOf } from '../http/access.ts'
import type { App, Services } from '../http/app-types.ts'
import { changeOnce } from '../http/change-once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { bookingToWire, driverRideToWire } from '../http/wire.ts'
import { bookingsOf, countSeatsTaken, createBooking, lockBooking } from '../repositories/bookings.ts'
import { createRide, lockRide, openRides } from '../repositories/driver-rides.ts'
import { createNotification } from '../repositories/notifications.ts'
import { changeBooking } from './change-booking.ts'

const shown = 100

/** From which status each side of a booking may bring it to another. */
const steps: Record<'driver' | 'user', Partial<Record<BookingStatus, readonly BookingStatus[]>>> = {
  driver: { Accepted: ['Pending'], Rejected: ['Pending'], Started: ['Accepted'], Completed: ['Started'] },
  user: { Canceled: ['Pending', 'Accepted'] },
}

/** Offering, booking and riding, as drivers' and users' own apps do it. */
export function registerTrips(app: App, { db, live }: Services) {
  app.post('/driver/rides', {
    config: { access: ['driver'] },
    schema: { tags: ['trips'], body: publishRide, response: { 200: answer(created) } },
  }, async (request, reply) => {
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const _id = await createRide(tx, callerOf(request)._id, request.body)
      return { answer: { success: true as const, data: { _id } }, tell: () => live.rowsChanged({ noun: 'driver-rides', _id, kind: 'created' }) }
    })
    return answer
  })

  app.get('/user/open-rides', {
    config: { access: ['user'] },
    schema: { tags: ['trips'], response: { 200: answer(z.array(driverRide)) } },
  }, async () => ({ success: true as const, data: (await openRides(db, shown)).map(driverRideToWire) }))

  app.post('/user/bookings', {
    config: { access: ['user'] },
    schema: { tags: ['trips'], body: bookRide, response: { 200: answer(created) } },
  }, async (request, reply) => {
    const caller = callerOf(request)
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const ride = await lockRide(tx, request.body.ride_id)
      if (!ride) throw notFound('ride')
      if (await countSeatsTaken(tx, ride._id) >= (ride.passenger_capacity ?? 1)) throw new Refusal(409, 'This ride is full')
      const _id = await createBooking(tx, { userId: caller._id, driverId: ride.driverId, rideId: ride._id })
      const notification = await createNotification(tx, 'New booking', `${caller.full_name} booked ${ride.source} → ${ride.destination}.`)
      return {
        answer: { success: true as const, data: { _id } },
        tell() {
          live.rowsChanged({ noun: 'user-rides', _id, kind: 'created' }, [caller._id, ride.driverId])
          live.notify(notification)
        },
      }
    })
    return answer
  })

  app.get('/user/bookings', {
    config: { access: ['driver', 'user'] },
    schema: { tags: ['trips'], response: { 200: answer(z.array(booking)) } },
  }, async (request) => ({ success: true as const, data: (await bookingsOf(db, callerOf(request)._id, shown)).map(bookingToWire) }))

  app.post('/user/bookings/status', {
    config: { access: ['driver', 'user'] },
    schema: { tags: ['trips'], body: changeOwnBooking, response: { 200: done } },
  }, async (request, reply) => {
    const caller = callerOf(request)
    const { _id, status } = request.body
    const done = { success: true as const }
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const row = await lockBooking(tx, _id)
      if (!row || (row.userId !== caller._id && row.driverId !== caller._id)) throw notFound('booking')
      if (row.status === status) return { answer: done }
      const from = steps[caller.role === 'driver' ? 'driver' : 'user'][status]
      if (!from?.includes(row.status)) throw new Refusal(409, `A booking that is ${row.status} cannot become ${status} this way`)
      const text = `${row.userName}'s ride with ${row.driverName} is now ${status}.`
      return { answer: done, tell: await changeBooking(tx, live, { row, status, actorId: caller._id, text }) }
    })
    return answer
  })
}
