import pLimit from 'p-limit'
import { isPermitted, mostFound } from '@interline/shared/contract'
import { answer, recordSearch, recordSearchQuery } from '@interline/shared/contract/schemas'
import { readInTime } from '../../database/cancellable.ts'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { List } from '../../lists/list.ts'
import { readPage } from '../../lists/page.ts'
import { bookingList } from '../../repositories/bookings.ts'
import { driverList } from '../../repositories/drivers.ts'
import { userList } from '../../repositories/users.ts'
import { bookingToJson } from '../rows-to-json.ts'
import type { Services } from '../../services.ts'

/** A search takes three connections at once: as many searches as leave others most of the pool. */
const mostOfPool = 0.1

/**
 * `GET /admin/search?q=`: drivers, users and bookings that a term finds, a few of each, found as the lists' own search
 * finds them. It answers a person who is typing.
 */
export function registerRecordSearch(app: App, services: Services) {
  const inTurn = pLimit(Math.ceil(services.config.databaseLimits.pool * mostOfPool))
  app.get(
    '/admin/search',
    {
      config: { permission: 'records:read' },
      schema: { tags: ['search'], querystring: recordSearchQuery, response: { 200: answer(recordSearch) } },
    },
    async (request, reply) => {
      const query = { q: request.query.q, page_size: mostFound }
      const reader = { admin_role: callerOf(request).admin_role ?? undefined }
      const find = async <Row>(list: List<Row>) =>
        (await readInTime(services, reply.raw, (db) => readPage(db, list, query))).rows
      const [drivers, users, bookings] = await inTurn(() =>
        Promise.all([
          isPermitted(reader, 'drivers:read') ? find(driverList) : undefined,
          isPermitted(reader, 'users:read') ? find(userList) : undefined,
          isPermitted(reader, 'rides:read') ? find(bookingList) : undefined,
        ]),
      )
      const data = { drivers, users, bookings: bookings?.map(bookingToJson) }
      return { success: true as const, data }
    },
  )
}
