import {
  activity,
  activityQuery,
  answer,
  attention,
  dashboardAnalysis,
  dashboardQuery,
  trends,
  trendsQuery,
} from '@interline/shared/contract/schemas'
import type { App } from '../http/app.ts'
import { readActivity, readTrends } from '../repositories/dashboard/activity.ts'
import { readAttention } from '../repositories/dashboard/attention.ts'
import { countDashboard } from '../repositories/dashboard/counts.ts'
import type { Services } from '../services.ts'

/**
 * `GET /admin/dashboard/analysis` (SPEC §7), the eight counts; `…/attention`, what waits for somebody, each counted up
 * to 10,000; `…/activity`, what happened on each day of a period of at most 366 days, and `…/trends`, this week beside
 * the week before. Days are of `tz`, an IANA time zone, or of UTC; 400 names the day that is wrong.
 */
export function registerDashboard(app: App, { db }: Services) {
  const config = { permission: 'records:read' as const }
  const tags = ['dashboard']

  app.get(
    '/admin/dashboard/analysis',
    {
      config: { permission: 'dashboard:read' },
      schema: { tags, querystring: dashboardQuery, response: { 200: answer(dashboardAnalysis) } },
    },
    async ({ query: { tz = 'UTC' } }) => ({ success: true as const, data: await countDashboard(db, tz) }),
  )

  app.get(
    '/admin/dashboard/attention',
    { config, schema: { tags, querystring: dashboardQuery, response: { 200: answer(attention) } } },
    async ({ query: { tz = 'UTC' } }) => ({ success: true as const, data: await readAttention(db, tz) }),
  )

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
