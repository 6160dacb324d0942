import { driver, driverListQuery, listAnswer } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { csvFile, streamCsv, type CsvColumns } from '../http/stream-csv.ts'
import { streamList } from '../http/stream-list.ts'
import { driverToWire } from '../http/wire.ts'
import { allDrivers, driversInBatches, pageOfDrivers, type DriverRow } from '../repositories/drivers.ts'
import { metaOf } from '../repositories/list.ts'

const columns: CsvColumns<DriverRow> = {
  Id: ({ _id }) => _id,
  'Full Name': ({ full_name }) => full_name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  'Car Name': ({ car_name }) => car_name,
  'Driving Licence Number': ({ driving_licence_number }) => driving_licence_number,
  'Stripe Connect Id': ({ stripe_connect_id }) => stripe_connect_id,
  Verified: ({ is_driver_profile_approved }) => is_driver_profile_approved,
  'Re-verification': ({ reverify_status }) => reverify_status,
  'Created At': ({ createdAt }) => createdAt.toISOString(),
}

export function registerDrivers(app: App, { db, patient, links, lists }: Services) {
  app.get('/admin/drivers', {
    config: { access: ['admin'] },
    schema: { tags: ['drivers'], querystring: driverListQuery, response: { 200: listAnswer(driver) } },
  }, async (request, reply) => {
    if (Object.keys(request.query).length === 0) return streamList(reply, allDrivers(patient), driverToWire(links))
    const page = await pageOfDrivers(db, lists, request.query)
    // TypeScript has compared it with the contract; doing so again for each row would cost as much as reading it.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
    return { success: true as const, data: page.rows.map(driverToWire(links)), meta: metaOf(page, request.query) }
  })

  app.get('/admin/drivers.csv', {
    config: { access: ['admin'] },
    schema: { tags: ['drivers'], summary: 'The rows that the same query of the list keeps, as a file; not paged', querystring: driverListQuery, response: csvFile },
  }, async (request, reply) => streamCsv({ db, request, reply }, 'drivers', driversInBatches(patient, lists, request.query), columns))
}
