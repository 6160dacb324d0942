import pLimit from 'p-limit'
import type { z } from 'zod'
import type { ListQuery, Permission } from '@interline/shared/contract'
import {
  booking,
  bookingListQuery,
  driver,
  driverListQuery,
  driverRide,
  driverRideListQuery,
  listAnswer,
  user,
  userListQuery,
} from '@interline/shared/contract/schemas'
import { readInTime } from '../../database/cancellable.ts'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { auditExport, auditReads, mayExport } from './audit-reads.ts'
import { csvFile, dollarText, streamCsv, type CsvColumns } from './stream-csv.ts'
import { streamList } from './stream-list.ts'
import { readInBatches, type List } from '../../lists/list.ts'
import { readPage } from '../../lists/page.ts'
import type { Caller } from '../../repositories/accounts/sessions.ts'
import { bookingList } from '../../repositories/bookings.ts'
import { driverRideList } from '../../repositories/driver-rides.ts'
import { driverList } from '../../repositories/drivers.ts'
import { userList } from '../../repositories/users.ts'
import { bookingToJson, driverRideToJson, driverToJson, userToJson } from '../rows-to-json.ts'
import type { Services } from '../../services.ts'

type ListRoute<Row, Query extends ListQuery, Json> = {
  path: `/${string}`
  tag: string
  permission: Permission
  /** The name of the CSV file and of the export in the audit. */
  name: string
  list: List<Row, Query>
  query: z.ZodType<Query>
  /** The schema of a row in the answer, and what makes it of a row of the database for who reads it. */
  row: z.ZodType<Json>
  toJson: (row: Row, reader: Caller) => Json
  csv: CsvColumns<Row>
}

/** The lists of SPEC §7 with their files, each with the filters of its query in the contract. */
export function registerLists(app: App, services: Services) {
  registerList(app, services, {
    path: '/admin/drivers',
    tag: 'drivers',
    permission: 'drivers:read',
    name: 'drivers',
    list: driverList,
    query: driverListQuery,
    row: driver,
    toJson: driverToJson(services.links),
    csv: {
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
      'Created At': { time: ({ createdAt }) => createdAt },
    },
  })

  registerList(app, services, {
    path: '/admin/users',
    tag: 'users',
    permission: 'users:read',
    name: 'users',
    list: userList,
    query: userListQuery,
    row: user,
    toJson: userToJson(services.links),
    csv: {
      Id: ({ _id }) => _id,
      'Full Name': ({ full_name }) => full_name,
      Email: ({ email }) => email,
      Phone: ({ phone }) => phone,
      Address: ({ address }) => address,
      'Created At': { time: ({ createdAt }) => createdAt },
    },
  })

  registerList(app, services, {
    path: '/admin/driver/rides',
    tag: 'rides',
    permission: 'rides:read',
    name: 'driver-rides',
    list: driverRideList,
    query: driverRideListQuery,
    row: driverRide,
    toJson: driverRideToJson,
    csv: {
      Id: ({ _id }) => _id,
      Driver: ({ driverName }) => driverName,
      Source: ({ source }) => source,
      Destination: ({ destination }) => destination,
      'Ride Time': ({ ride_time }) => ride_time,
      'Amount ($)': ({ amount }) => dollarText(amount),
      'Passenger Capacity': ({ passenger_capacity }) => passenger_capacity,
      'Created At': { time: ({ createdAt }) => createdAt },
    },
  })

  registerList(app, services, {
    path: '/admin/user/rides',
    tag: 'rides',
    permission: 'rides:read',
    name: 'user-rides',
    list: bookingList,
    query: bookingListQuery,
    row: booking,
    toJson: bookingToJson,
    csv: {
      Id: ({ _id }) => _id,
      User: ({ userName }) => userName,
      Driver: ({ driverName }) => driverName,
      Source: ({ source }) => source,
      Destination: ({ destination }) => destination,
      'Ride Time': ({ ride_time }) => ride_time,
      'Amount ($)': ({ amount }) => dollarText(amount),
      Status: ({ status }) => status,
      'Created At': { time: ({ createdAt }) => createdAt },
    },
  })
}

/** A list whose table is locked leaves others connections. */
const mostOfPool = 0.3

/**
 * Registers the two calls of a list for administrators. `GET path` answers `{success, data}` with every row, newest
 * first (SPEC §7), to those who may export, and the audit records it; with parameters, and to others,
 * `{success, data, meta}` with one page. `GET path.csv` answers all rows that the same
 * parameters keep, as a file. 400 names the parameter that the list does not have.
 */
function registerList<Row, Query extends ListQuery, Json>(
  app: App,
  services: Services,
  { path, tag, permission, name, list, query, row, toJson, csv }: ListRoute<Row, Query, Json>,
) {
  const { db, longQueries } = services
  const inTurn = pLimit(Math.ceil(services.config.databaseLimits.pool * mostOfPool))
  app.get(
    path,
    {
      config: { permission, heavy: 'whole' },
      schema: { tags: [tag], querystring: query, response: { 200: listAnswer(row) } },
    },
    async (request, reply) => {
      const listQuery = request.query as Query
      const caller = callerOf(request)
      const rowToJson = (row: Row) => toJson(row, caller)
      if (Object.keys(listQuery).length === 0 && mayExport(request)) {
        await auditExport(services, request, name, { format: 'json' })
        return streamList(reply, readInBatches(longQueries, list, listQuery), rowToJson)
      }
      const { rows, meta } = await (listQuery.bulk
        ? readPage(longQueries, list, listQuery)
        : inTurn(() => readInTime(services, reply.raw, (pageDb) => readPage(pageDb, list, listQuery))))
      await auditReads(services, request, name, rows.length)
      // TypeScript has compared it with the contract; doing so again for each row would cost as much as reading it.
      void reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
      return { success: true as const, data: rows.map(rowToJson), meta }
    },
  )

  app.get(
    `${path}.csv`,
    {
      config: { permission: 'exports:read', confirmed: true, heavy: true },
      schema: {
        tags: [tag],
        summary: 'The rows that the same query of the list keeps, as a file; not paged',
        querystring: query,
        response: csvFile,
      },
    },
    async (request, reply) =>
      streamCsv({ db, request, reply }, name, readInBatches(longQueries, list, request.query as Query), csv),
  )
}
