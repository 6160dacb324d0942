import type { Descriptor, Release } from '../../schema/index.ts'
import { canaryToEnd } from '../canary/running-canary.ts'
import { requireNoViolations, violationsOf, type CheckResult } from '../report/check-report.ts'
import { checkPlan } from '../checks/check-plan.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog, logWhatIsLive } from '../audit/log.ts'
import { changesBetween } from '../store/pinned-parts.ts'
import { requireExpected } from '../plan/plan.ts'
import { ReleaseError } from '../report/release-error.ts'
import { isUnguarded, stepsOf, type Plan } from '../checks/planned-release.ts'
import type { ReleaseStore } from '../store/store.ts'
import { importBuild, type IncomingBuild } from './import-build.ts'
import { withLock } from '../files/with-lock.ts'

export type Checking = {
  /** Builds of the plan that are only in their team's store: imported when every check is passed. */
  incoming?: IncomingBuild[]
  /** The results of the checks that need a network. */
  served?: CheckResult[]
}

/**
 * Runs each check on a plan; a dry run ends with it. Throws while the releases are frozen, and when
 * another release became live, or the canary that it was made from ended, since the plan was made.
 */
export function judge(store: ReleaseStore, plan: Plan, { incoming = [], served = [] }: Checking = {}): CheckResult[] {
  if (!isUnguarded(plan)) requireNotFrozen(store)
  requireExpected({ number: store.liveNumber() ?? 0 }, plan.live?.number ?? 0)
  requireStillCanary(store, plan)
  if (isUnguarded(plan)) return []
  const folderOf = (what: Descriptor) =>
    (store.hasArtifact(what) ? undefined : incoming.find(({ descriptor }) => descriptor === what)?.folder) ??
    store.artifactPath(what)
  return [...stepsOf(plan).flatMap((step) => checkPlan(store, step, folderOf)), ...served]
}

/**
 * Judges a planned release, writes it, makes it live (or the canary) and logs it, while nobody else writes; and the
 * canary beside it, where one is planned. `releases` is empty when a check refuses; then nothing is imported or logged
 * either.
 */
export const tryToCommit = (
  store: ReleaseStore,
  plan: Plan,
  checking: Checking = {},
): { checks: CheckResult[]; releases: Release[] } =>
  withLock(store.folder, () => {
    store.requireKey()
    const checks = judge(store, plan, checking)
    if (violationsOf(checks).length > 0) return { checks, releases: [] }
    for (const build of checking.incoming ?? []) importBuild(store, build, plan.next.createdBy)
    return { checks, releases: stepsOf(plan).map((step) => write(store, step)) }
  })

/** Commits a plan, and throws with every reason when a check refuses it. */
export function commit(store: ReleaseStore, plan: Plan): Release {
  const { checks, releases } = tryToCommit(store, plan)
  requireNoViolations(violationsOf(checks), 'these parts cannot be released together')
  return releases[0] ?? plan.next
}

function write(store: ReleaseStore, { action, live, next }: Plan): Release {
  logWhatIsLive(store)
  const before = canaryToEnd(store)
  const release = store.putRelease(next)
  const canary = (one: Release | null) => (one?.canary ? `release ${one.number}, ${one.canary.percent} %` : null)
  const changes = [
    ...changesBetween(live, next),
    ...(before || next.canary ? [{ part: 'canary', from: canary(before), to: canary(next) }] : []),
  ]
  const { createdBy: by, reason, number } = next
  appendToLog(store, { by, action, release: next.canary ? null : number, reason, changes })
  return release
}

/** The canary to promote, or to give another share, is the one that was looked at. */
function requireStillCanary(store: ReleaseStore, { canary }: Plan) {
  const running = canary === undefined ? undefined : canaryToEnd(store)?.number
  if (running === canary) return
  throw new ReleaseError(
    `release ${canary} is no canary any more${running === undefined ? '' : `: release ${running} is`}`,
  )
}
