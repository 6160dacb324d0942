import { answer, dashboardAnalysis, dashboardQuery, type DashboardAnalysis } from '@interline/shared/contract'
import type { App } from '../../http/app.ts'
import type { Services } from '../services.ts'
import { countDashboard } from '../../repositories/dashboard/counts.ts'

/**
 * Counts that took longer than this twice in a row serve for twenty times as long, so that counting is never most of
 * the work. Once alone is a database that was just started.
 */
const longCountMs = 150

/**
 * `GET /admin/dashboard/analysis` (SPEC §7): the eight counts; days are of `tz`, an IANA time zone, or of UTC. Counts
 * of a million rows can be some seconds old.
 */
export function registerDashboard(app: App, { db }: Services) {
  const known = new Map<string, { counts: DashboardAnalysis; took: number; until: number }>()

  async function count(timeZone: string): Promise<DashboardAnalysis> {
    const began = performance.now()
    const last = known.get(timeZone)
    if (last && last.until > began) return last.counts
    const counts = await countDashboard(db, timeZone)
    const now = performance.now()
    const took = now - began
    const isLong = Math.min(took, last?.took ?? 0) > longCountMs
    known.set(timeZone, { counts, took, until: isLong ? now + 20 * took : 0 })
    return counts
  }

  app.get(
    '/admin/dashboard/analysis',
    {
      config: { access: ['admin'], permission: 'dashboard:read' },
      schema: { tags: ['dashboard'], querystring: dashboardQuery, response: { 200: answer(dashboardAnalysis) } },
    },
    async (request) => ({ success: true as const, data: await count(request.query.tz ?? 'UTC') }),
  )
}
