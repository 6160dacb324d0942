import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { z } from 'zod'
import { answer, viewCount, viewCountsQuery } from '@interline/shared/contract/schemas'
import { callerOf } from '../../http/access.ts'
import type { App } from '../../http/app.ts'
import type { Services } from '../../services.ts'
import { viewsFor } from './saved-views.ts'
import { viewLists } from './view-lists.ts'

/** Counting the views of everybody leaves the connections to the lists themselves. */
const atOnce = 2
const rememberedMilliseconds = 10_000

/**
 * `GET /admin/views/counts`: how many rows the list of each view has that the caller sees, as `meta.total` of the list
 * says it. A list is counted anew after ten seconds. A view has no count when its list does not have it any more, and
 * when it is of a list that only its remote knows. `tz` is the time zone of the caller's days.
 */
export function registerViewCounts(app: App, { db }: Services) {
  const inTurn = pLimit(atOnce)
  type Asked = { path: string; query: string; tz: string | undefined }
  const counts = new LRUCache<string, { total: number | undefined }, Asked>({
    max: 1000,
    ttl: rememberedMilliseconds,
    perf: performance,
    fetchMethod: (_key, _known, { context: { path, query, tz } }) =>
      inTurn(async () => ({ total: await viewLists.get(path)?.count(db, query, tz) })),
  })
  app.get(
    '/admin/views/counts',
    {
      config: { permission: 'every-role' },
      schema: { tags: ['views'], querystring: viewCountsQuery, response: { 200: answer(z.array(viewCount)) } },
    },
    async (request) => {
      const { tz } = request.query
      const data = await Promise.all(
        (await viewsFor(callerOf(request), db)).map(async ({ _id, path, query }) => {
          const counted = await counts.fetch(JSON.stringify([path, query, tz]), { context: { path, query, tz } })
          return counted?.total === undefined ? [] : [{ _id, total: counted.total }]
        }),
      )
      return { success: true as const, data: data.flat() }
    },
  )
}
