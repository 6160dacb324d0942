import { booking, bookingListQuery, changeRideStatus, done, listAnswer } from '@interline/shared/contract'
import { callerOf } from '../http/access.ts'
import type { App, Services } from '../http/app-types.ts'
import { changeOnce } from '../http/change-once.ts'
import { notFound } from '../http/refusal.ts'
import { csvFile, dollarText, streamCsv, type CsvColumns } from '../http/stream-csv.ts'
import { streamList } from '../http/stream-list.ts'
import { bookingToWire } from '../http/wire.ts'
import { allBookings, bookingsInBatches, lockBooking, pageOfBookings, type BookingRow } from '../repositories/bookings.ts'
import { metaOf } from '../repositories/list.ts'
import { changeBooking } from './change-booking.ts'
import { refuseIfChanged } from './changed-meanwhile.ts'

const columns: CsvColumns<BookingRow> = {
  Id: ({ _id }) => _id,
  User: ({ userName }) => userName,
  Driver: ({ driverName }) => driverName,
  Source: ({ source }) => source,
  Destination: ({ destination }) => destination,
  'Ride Time': ({ ride_time }) => ride_time,
  'Amount ($)': ({ amount }) => dollarText(amount),
  Status: ({ status }) => status,
  'Created At': ({ createdAt }) => createdAt.toISOString(),
}

export function registerBookings(app: App, { db, patient, live, lists }: Services) {
  app.get('/admin/user/rides', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], querystring: bookingListQuery, response: { 200: listAnswer(booking) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allBookings(patient), bookingToWire)
    const page = await pageOfBookings(db, lists, request.query)
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    return { success: true as const, data: page.rows.map(bookingToWire), meta: metaOf(page, request.query) }
  })

  app.get('/admin/user/rides.csv', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], summary: 'The rows that the same query of the list keeps, as a file; not paged', querystring: bookingListQuery, response: csvFile },
  }, async (request, reply) => streamCsv({ db, request, reply }, 'user-rides', bookingsInBatches(patient, lists, request.query), columns))

  app.post('/admin/ride/status', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], body: changeRideStatus, response: { 200: done } },
  }, async (request, reply) => {
    const caller = callerOf(request)
    const { _id, status, revision } = request.body
    const done = { success: true as const }
    const { answer } = await changeOnce({ db, request, reply }, async (tx) => {
      const row = await lockBooking(tx, _id)
      if (!row) throw notFound('booking')
      if (row.status === status) return { answer: done }
      await refuseIfChanged(tx, row, revision)
      const text = `${caller.full_name} set ${row.userName}'s ride with ${row.driverName} to ${status}.`
      return { answer: done, tell: await changeBooking(tx, live, { row, status, actorId: caller._id, text }) }
    })
    return answer
  })
}
