import { requireAttempts, type RateLimits } from '../auth/rate-limit.ts'
import type { App } from './app.ts'

/**
 * Limits how often a rider or driver changes something, each of which may leave rows and a notification behind.
 * Administrators are not limited, and whoever is may still log out.
 */
export function registerWriteLimit(app: App, { writesPerMinute, writesPerHour }: RateLimits) {
  app.addHook('onRequest', async ({ caller, method, routeOptions: { url } }) => {
    if (!caller || caller.role === 'admin' || method === 'GET' || method === 'HEAD') return
    if (url?.endsWith('/user/auth/logout')) return
    await requireAttempts({ limit: writesPerMinute, key: caller._id }, { limit: writesPerHour, key: caller._id })
  })
}
