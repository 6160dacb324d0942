import type { IncomingMessage, ServerResponse } from 'node:http'
import { holdWhenFailing } from '../release/canary/hold.ts'
import { runningCanary, holdOf } from '../release/canary/running-canary.ts'
import { countFailures } from '../release/store/failures.ts'
import type { PageLoads } from '../release/store/page-loads.ts'
import type { ReleaseStore, SignedRelease } from '../release/store/store.ts'
import { artifactFolder, sentReport, type FailureReport } from '../schema/index.ts'
import { damagedFiles, unlessDamaged } from './damaged-files.ts'
import type { ClientAddress } from './http/client-address.ts'
import { refuser } from './http/guard.ts'
import { violationsPath } from './http/headers.ts'
import { historyOf } from './history.ts'
import { jsonOf } from '../schema/read-json.ts'
import { mayReadMetrics, perMinute, readReport, tooMany } from './http/request.ts'
import type { ServedReleases } from './page/served-releases.ts'
import { policyReports } from './policy-reports.ts'

const longestReport = 2048
const reportsPerMinute = 120
const reportsPerLoad = 20

/**
 * The shell's origin answers besides pages and files: `GET /healthz`, `GET /live-release` (`{number}` of the
 * release that who asks gets; open tabs ask for it), `POST /reports` (a remote that failed in a page; enough loads
 * hold a canary), `POST /policy-reports` (what a page's policies blocked), `GET /metrics` (for who `mayReadMetrics`:
 * Prometheus text) and `GET /release-history` (see `historyOf`). Returns whether the request was one of these. `served`
 * is the release for who asks, or why there is none.
 */
export function operationsOf(
  store: ReleaseStore,
  releases: ServedReleases,
  loads: PageLoads,
  apiUrl: string,
  warn: (line: string) => void,
  clientAddress: ClientAddress,
  metricsToken?: string,
) {
  const history = historyOf(store, apiUrl)
  const violations = policyReports(warn, clientAddress)
  const isTooMany = perMinute(reportsPerMinute)
  const isTooManyOf = perMinute(reportsPerLoad)

  /** Whether a page can have run that version. */
  function isKnown({ release: number, remote, version }: FailureReport): boolean {
    try {
      const { remotes, fallbacks } = store.readRelease(number)
      return [remotes[remote], fallbacks[remote]].some((one) => one && artifactFolder(one.descriptor) === version)
    } catch {
      return false
    }
  }

  function hold() {
    try {
      const reason = holdWhenFailing(store)
      if (reason) warn(`the canary is on hold: ${reason}`)
    } catch (error) {
      warn(`the canary could not be put on hold: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function takeReport(request: IncomingMessage): Promise<[status: number, text: string]> {
    const text = await readReport(request, longestReport)
    if (typeof text !== 'string') return text
    const parsed = sentReport.safeParse(jsonOf(text))
    if (!parsed.success)
      return [
        400,
        `${parsed.error.issues[0]?.path.join('.') || 'the report'}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`,
      ]
    const { load: token, ...report } = parsed.data
    const load = loads.loadOf(token, report.release)
    // Anybody can write one without a token of a page: it costs nobody else theirs.
    if (load === null) return [204, '']
    if (isTooManyOf(load)) return tooMany
    if (!isKnown(report)) return [400, 'no such version of that remote is in that release']
    if (store.state.failures.has(report, load)) return [204, '']
    if (isTooMany()) return tooMany
    store.state.failures.add(report, load)
    loads.write()
    hold()
    return [204, '']
  }

  return (request: IncomingMessage, response: ServerResponse, served: SignedRelease | string): boolean => {
    const answer = refuser(response)
    const path = request.url?.split('?')[0]
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const take = { '/reports': takeReport, [violationsPath]: violations.take }[path ?? '']
    if (take && request.method === 'POST') {
      take(request).then(
        ([status, text]) => answer(status, text),
        () => answer(400, 'the report could not be read'),
      )
      return true
    }
    if (!reads) return false
    if (path === '/release-history') {
      history(request).then(
        ([status, body]) => answer(status, JSON.stringify(body), 'application/json'),
        (error: unknown) => {
          warn(`the history could not be read: ${error instanceof Error ? error.message : String(error)}`)
          answer(500, JSON.stringify({ title: 'The history could not be read' }), 'application/json')
        },
      )
      return true
    }
    const [status, number] = typeof served === 'string' ? [503, null] : [200, served.release.number]
    if (path === '/healthz') answer(status, releases.refused ?? (typeof served === 'string' ? served : 'ok'))
    else if (path === '/live-release') answer(status, JSON.stringify({ number }), 'application/json')
    else if (path === '/metrics' && !mayReadMetrics(request, metricsToken))
      answer(403, 'the metrics are for this machine, and for who has METRICS_TOKEN')
    else if (path === '/metrics')
      answer(
        200,
        [...metrics(store, releases), ...violations.metrics(), ''].join('\n'),
        'text/plain; version=0.0.4; charset=utf-8',
      )
    else return false
    return true
  }
}

function metrics(store: ReleaseStore, releases: ServedReleases): string[] {
  const failures = unlessDamaged(() => store.state.failures.read(), [])
  const rows = countFailures(failures).map(
    ({ release: number, remote, version, phase, count }) =>
      `interline_remote_failures_total{release="${number}",remote="${remote}",version="${version}",phase="${phase}"} ${count}`,
  )
  return [
    '# HELP interline_live_release Number of the release that is served as the live one.',
    '# TYPE interline_live_release gauge',
    `interline_live_release ${releases.live()?.release.number ?? 0}`,
    '# HELP interline_release_refused 1 while the live release is refused and the last good one is served.',
    '# TYPE interline_release_refused gauge',
    `interline_release_refused ${releases.refused === null ? 0 : 1}`,
    '# HELP interline_canary_percent Share of the administrators that gets the canary; 0 while it is on hold.',
    '# TYPE interline_canary_percent gauge',
    ...unlessDamaged(() => canaryPercent(store), []),
    '# HELP interline_remote_failures_total Versions of remotes that failed in a page.',
    '# TYPE interline_remote_failures_total counter',
    ...rows,
    '# HELP interline_file_damaged 1 for a file of DATA_DIR or ORIGIN_STATE that cannot be read, or is not what was written.',
    '# TYPE interline_file_damaged gauge',
    ...damagedFiles(store).map(([file, isDamaged]) => `interline_file_damaged{file="${file}"} ${isDamaged ? 1 : 0}`),
  ]
}

function canaryPercent(store: ReleaseStore): string[] {
  const canary = runningCanary(store)?.release
  if (!canary) return []
  const isHeld = holdOf(store, canary) !== null
  const percent = isHeld ? 0 : canary.canary.percent
  return [`interline_canary_percent{release="${canary.number}",held="${isHeld}"} ${percent}`]
}
