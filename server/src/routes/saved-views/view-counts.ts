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
const rememberedMs = 10_000

type Count = { at: number; total: Promise<number | undefined> }

/**
 * `GET /admin/views/counts`: how many rows the list of each view has that the caller sees, as `meta.total` of the list
 * says it, up to ten seconds ago. A view that its list does not have any more has no count. `tz`
 * is the time zone of the caller's days.
 */
export function registerViewCounts(app: App, { db }: Services) {
  const inTurn = pLimit(atOnce)
  const counts = new Map<string, Count>()
  function remembered(key: string, count: () => Promise<number | undefined>): Promise<number | undefined> {
    const now = performance.now()
    for (const [old, { at }] of counts) if (now - at > rememberedMs) counts.delete(old)
    const known = counts.get(key)
    if (known) return known.total
    const total = inTurn(count)
    counts.set(key, { at: now, total })
    total.catch(() => counts.delete(key))
    return total
  }
  app.get(
    '/admin/views/counts',
    {
      config: { access: ['admin'], permission: 'every-role' },
      schema: { tags: ['views'], querystring: viewCountsQuery, response: { 200: answer(z.array(viewCount)) } },
    },
    async (request) => {
      const { tz } = request.query
      const found = await Promise.all(
        (await viewsFor(callerOf(request), db)).map(async ({ _id, path, query }) => {
          const count = () => viewLists[path].count(db, query, tz)
          const total = await remembered(JSON.stringify([path, query, tz]), count)
          return total === undefined ? [] : [{ _id, total }]
        }),
      )
      return { success: true as const, data: found.flat() }
    },
  )
}
