import { booking, bookingListQuery, changeRideStatus, done, listAnswer } from '@interline/shared/contract'
import { callerOf } from '../http/access.ts'
import type { App, Services } from '../http/app-types.ts'
import { notFound } from '../http/refusal.ts'
import { streamList } from '../http/stream-list.ts'
import { bookingToWire } from '../http/wire.ts'
import { recordAct } from '../repositories/audit.ts'
import { allBookings, lockBooking, pageOfBookings, setBookingStatus } from '../repositories/bookings.ts'
import { boundsOf } from '../repositories/list.ts'
import { createNotification } from '../repositories/notifications.ts'
import { refuseIfChanged } from './changed-meanwhile.ts'

export function registerBookings(app: App, { db, live }: Services) {
  app.get('/admin/user/rides', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], querystring: bookingListQuery, response: { 200: listAnswer(booking) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allBookings(db), bookingToWire)
    const { rows, total } = await pageOfBookings(db, request.query)
    return { success: true as const, data: rows.map(bookingToWire), meta: { total, ...boundsOf(request.query) } }
  })

  app.post('/admin/ride/status', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], body: changeRideStatus, response: { 200: done } },
  }, async (request) => {
    const caller = callerOf(request)
    const { _id, status, revision } = request.body
    const outcome = await db.transaction().execute(async (tx) => {
      const row = await lockBooking(tx, _id)
      if (!row) throw notFound('booking')
      if (row.status === status) return undefined
      await refuseIfChanged(tx, row, revision)
      await setBookingStatus(tx, _id, status, caller._id)
      await recordAct(tx, { actorId: caller._id, act: 'change-status', noun: 'booking', targetId: _id, before: { status: row.status }, after: { status } })
      return { row, notification: await createNotification(tx, 'Booking changed', `${caller.full_name} set ${row.userName}'s ride with ${row.driverName} to ${status}.`) }
    })
    if (outcome) {
      live.rowsChanged({ noun: 'user-rides', _id }, [outcome.row.userId, outcome.row.driverId])
      live.notify(outcome.notification)
    }
    return { success: true as const }
  })
}
