import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { ReleaseDraft } from '../../schema/index.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import { pinnedParts } from '../store/pinned-parts.ts'

const farOffMs = 5 * 60_000
const timeoutMs = 3000

/**
 * Compares the clock of this machine with the `Date` of each origin that answers: the term of a release is counted from
 * this clock. One violation for each that is more than five minutes off.
 */
export async function checkClocks(next: ReleaseDraft): Promise<CheckResult[]> {
  const found = Object.entries(pinnedParts(next)).map(async ([part, { url }]) => {
    const origin = new URL(url).origin
    const theirs = await dateOf(origin)
    const ours = new Date()
    return theirs && Math.abs(ours.getTime() - theirs.getTime()) > farOffMs
      ? resultsOf(part, 'clock', [
          `the clock of this machine says ${ours.toISOString()}, that of ${origin} ${theirs.toISOString()}; set the one that is wrong`,
        ])
      : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * What an origin says the time is; null when it does not answer, which other checks say. Not by `fetch`: to load it and
 * to end its connections makes a rollback a fifth of a second longer.
 */
function dateOf(origin: string): Promise<Date | null> {
  const request = origin.startsWith('https:') ? requestHttps : requestHttp
  const options = { method: 'HEAD', agent: false, signal: AbortSignal.timeout(timeoutMs) }
  return new Promise((resolve) =>
    request(`${origin}/healthz`, options, (response) => {
      response.resume()
      const date = new Date(response.headers.date ?? '')
      resolve(Number.isNaN(date.getTime()) ? null : date)
    })
      .on('error', () => resolve(null))
      .end(),
  )
}
