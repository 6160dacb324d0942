import { answer, attention, dashboardQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import { readAttention } from '../../repositories/dashboard/attention.ts'
import type { Services } from '../services.ts'

/**
 * `GET /admin/dashboard/attention`: what waits for somebody, each counted up to 10,000. Days are of `tz`, or of UTC.
 */
export function registerAttention(app: App, { db }: Services) {
  app.get(
    '/admin/dashboard/attention',
    {
      config: { access: ['admin'], permission: 'records:read' },
      schema: { tags: ['dashboard'], querystring: dashboardQuery, response: { 200: answer(attention) } },
    },
    async ({ query: { tz = 'UTC' } }) => ({ success: true as const, data: await readAttention(db, tz) }),
  )
}
