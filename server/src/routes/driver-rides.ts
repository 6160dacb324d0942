import { driverRide, listAnswer, listQuery } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { csvFile, dollarText, streamCsv, type CsvColumns } from '../http/stream-csv.ts'
import { streamList } from '../http/stream-list.ts'
import { driverRideToWire } from '../http/wire.ts'
import { allDriverRides, driverRidesInBatches, pageOfDriverRides, type DriverRideRow } from '../repositories/driver-rides.ts'
import { metaOf } from '../repositories/list.ts'

const columns: CsvColumns<DriverRideRow> = {
  Id: ({ _id }) => _id,
  Driver: ({ driverName }) => driverName,
  Source: ({ source }) => source,
  Destination: ({ destination }) => destination,
  'Ride Time': ({ ride_time }) => ride_time,
  'Amount ($)': ({ amount }) => dollarText(amount),
  'Passenger Capacity': ({ passenger_capacity }) => passenger_capacity,
  'Created At': ({ createdAt }) => createdAt.toISOString(),
}

export function registerDriverRides(app: App, { db, patient, lists }: Services) {
  app.get('/admin/driver/rides', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], querystring: listQuery, response: { 200: listAnswer(driverRide) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allDriverRides(patient), driverRideToWire)
    const page = await pageOfDriverRides(db, lists, request.query)
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    return { success: true as const, data: page.rows.map(driverRideToWire), meta: metaOf(page, request.query) }
  })

  app.get('/admin/driver/rides.csv', {
    config: { access: ['admin'] },
    schema: { tags: ['rides'], summary: 'The rows that the same query of the list keeps, as a file; not paged', querystring: listQuery, response: csvFile },
  }, async (request, reply) => streamCsv({ db, request, reply }, 'driver-rides', driverRidesInBatches(patient, lists, request.query), columns))
}
