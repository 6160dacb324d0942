import { answer, dashboardAnalysis, dashboardQuery } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { Services } from '../services.ts'
import { countDashboard } from '../../repositories/dashboard/counts.ts'

/** `GET /admin/dashboard/analysis` (SPEC §7): the eight counts; days are of `tz`, an IANA time zone, or of UTC. */
export function registerDashboard(app: App, { db }: Services) {
  app.get(
    '/admin/dashboard/analysis',
    {
      config: { access: ['admin'], permission: 'dashboard:read' },
      schema: { tags: ['dashboard'], querystring: dashboardQuery, response: { 200: answer(dashboardAnalysis) } },
    },
    async (request) => ({ success: true as const, data: await countDashboard(db, request.query.tz ?? 'UTC') }),
  )
}
