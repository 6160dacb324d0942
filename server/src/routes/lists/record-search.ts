import pLimit from 'p-limit'
import { answer, isPermitted, mostFound, recordSearch, recordSearchQuery } from '@interline/shared/contract'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import { readNewest } from '../../lists/newest.ts'
import { bookingList } from '../../repositories/bookings.ts'
import { driverList } from '../../repositories/drivers.ts'
import { userList } from '../../repositories/users.ts'
import { bookingToJson } from '../rows-to-json.ts'
import type { Services } from '../services.ts'

/** A search takes three connections at once: as many searches as leave others most of the pool. */
const mostOfPool = 0.1

/**
 * `GET /admin/search?q=`: drivers, users and bookings that a term finds, a few of each, found as the lists' own search
 * finds them. It answers a person who is typing.
 */
export function registerRecordSearch(app: App, { config, db }: Services) {
  const inTurn = pLimit(Math.ceil(config.databaseLimits.pool * mostOfPool))
  app.get(
    '/admin/search',
    {
      config: { access: ['admin'], permission: 'records:read' },
      schema: { tags: ['search'], querystring: recordSearchQuery, response: { 200: answer(recordSearch) } },
    },
    async (request) => {
      const { q } = request.query
      const { admin_role } = callerOf(request)
      const reader = { admin_role: admin_role ?? undefined }
      const [drivers, users, bookings] = await inTurn(() =>
        Promise.all([
          isPermitted(reader, 'drivers:read') ? readNewest(db, driverList, { q }, mostFound) : undefined,
          isPermitted(reader, 'users:read') ? readNewest(db, userList, { q }, mostFound) : undefined,
          isPermitted(reader, 'rides:read') ? readNewest(db, bookingList, { q }, mostFound) : undefined,
        ]),
      )
      const data = { drivers, users, bookings: bookings?.map(bookingToJson) }
      return { success: true as const, data }
    },
  )
}
