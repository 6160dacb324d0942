import { activity, activityQuery, answer, trends, trendsQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import { readActivity, readTrends } from '../../repositories/dashboard/activity.ts'
import type { Services } from '../services.ts'

/**
 * `GET /admin/dashboard/activity`, what happened on each day of a period of at most 366 days, and `…/trends`, this week
 * beside the week before. Days are of `tz`, or of UTC; 400 names the day that is wrong.
 */
export function registerActivity(app: App, { db }: Services) {
  const config = { access: ['admin' as const], permission: 'records:read' as const }
  const tags = ['dashboard']

  app.get(
    '/admin/dashboard/activity',
    { config, schema: { tags, querystring: activityQuery, response: { 200: answer(activity) } } },
    async ({ query: { from, to, tz = 'UTC' } }) => ({
      success: true as const,
      data: await readActivity(db, { from, to, timeZone: tz }),
    }),
  )

  app.get(
    '/admin/dashboard/trends',
    { config, schema: { tags, querystring: trendsQuery, response: { 200: answer(trends) } } },
    async ({ query: { tz = 'UTC' } }) => ({ success: true as const, data: await readTrends(db, tz) }),
  )
}
