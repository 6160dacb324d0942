import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readHistory } from '../release/history/history.ts'
import { ReleaseError } from '../release/report/release-error.ts'
import type { ReleaseStore } from '../release/store/store.ts'

type Answer = [status: number, body: object]

const trustedFor = 60_000

/**
 * `GET /release-history` for the page that only looks, as JSON (`History`). Names and reasons are for administrators:
 * 401 unless the API takes the request's bearer token for an administrator's, 502 when the API cannot be asked.
 */
export function historyOf(store: ReleaseStore, apiUrl: string) {
  const isAdmin = requestApi(apiUrl)

  return async (request: IncomingMessage): Promise<Answer> => {
    const known = await isAdmin(request.headers.authorization ?? '')
    if (known === 'no') return [401, { title: 'Only an administrator may see this' }]
    if (known === 'unknown') return [502, { title: 'The API could not be asked who you are' }]
    try {
      return [200, readHistory(store)]
    } catch (error) {
      if (error instanceof ReleaseError) return [404, { title: error.message }]
      throw error
    }
  }
}

/** Whether a bearer token is an administrator's: the API answers a call of SPEC §7 that only they may make. */
function requestApi(apiUrl: string) {
  const trusted = new Map<string, number>()
  return async (authorization: string): Promise<'yes' | 'no' | 'unknown'> => {
    if (!/^Bearer \S+$/.test(authorization)) return 'no'
    const key = createHash('sha256').update(authorization).digest('hex')
    if ((trusted.get(key) ?? 0) > performance.now()) return 'yes'
    try {
      const headers = { authorization, 'public-request': 'true', accept: 'application/json' }
      const { ok, status } = await fetch(`${apiUrl}/api/v1/admin/dashboard/analysis`, {
        headers,
        signal: AbortSignal.timeout(10_000),
      })
      if (!ok) return status === 401 || status === 403 ? 'no' : 'unknown'
      if (trusted.size > 1000) trusted.clear()
      trusted.set(key, performance.now() + trustedFor)
      return 'yes'
    } catch {
      return 'unknown'
    }
  }
}
