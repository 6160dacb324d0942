import pLimit from 'p-limit'
import { z } from 'zod'
import { answer, viewCount, viewCountsQuery } from '@interline/shared/contract'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { Services } from '../services.ts'
import { viewsFor } from './saved-views.ts'
import { viewLists } from './view-lists.ts'

/** Counting the views of everybody leaves the connections to the lists themselves. */
const atOnce = 2

/**
 * `GET /admin/views/counts`: how many rows the list of each view has that the caller sees, as the list itself says:
 * exact up to 10,000, above it an estimate. A view that its list does not have any more has no count. `tz` is the time
 * zone of the caller's days.
 */
export function registerViewCounts(app: App, { db }: Services) {
  const inTurn = pLimit(atOnce)
  app.get(
    '/admin/views/counts',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: { tags: ['views'], querystring: viewCountsQuery, response: { 200: answer(z.array(viewCount)) } },
    },
    async (request) => {
      const { tz } = request.query
      const counts = await Promise.all(
        (await viewsFor(callerOf(request), db)).map(async ({ _id, path, query }) => {
          const total = await inTurn(() => viewLists[path].count(db, query, tz))
          return total ? [{ _id, ...total }] : []
        }),
      )
      return { success: true as const, data: counts.flat() }
    },
  )
}
