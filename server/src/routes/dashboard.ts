import { answer, dashboardAnalysis, dashboardQuery } from '@interline/shared/contract'
import type { App, Services } from '../http/app-types.ts'
import { countDashboard } from '../repositories/dashboard.ts'

export function registerDashboard(app: App, { lists }: Services) {
  app.get('/admin/dashboard/analysis', {
    config: { access: ['admin'] },
    schema: { tags: ['dashboard'], querystring: dashboardQuery, response: { 200: answer(dashboardAnalysis) } },
  }, async (request) => ({ success: true as const, data: await countDashboard(lists, request.query.tz ?? 'UTC') }))
}
