import type { Release } from '../../schema/index.ts'
import { canaryToEnd } from '../canary/running-canary.ts'
import { requireNoViolations, violationsOf } from '../report/check-report.ts'
import { checkPlan, type WhereToCheck } from '../checks/check-plan.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog, logWhatIsLive } from '../audit/log.ts'
import { changesBetween } from '../store/pinned-parts.ts'
import { requireExpected } from '../plan/plan.ts'
import { ReleaseError } from '../report/release-error.ts'
import { isUnguarded, type Plan } from '../checks/planned-release.ts'
import type { ReleaseStore } from '../store/store.ts'
import { importBuild, type IncomingBuild } from './import-build.ts'
import { withLock } from '../files/with-lock.ts'

export type CommitOptions = WhereToCheck & {
  /** Builds of the plan that are imported first, under the same lock. */
  incoming?: IncomingBuild[]
}

/**
 * Writes a planned release, makes it live (or the canary) and logs it, while nobody else writes. Refused while the
 * releases are frozen, when another release became live or the canary to promote ended since the plan was made, and
 * when a check refuses; then nothing is imported or logged either.
 */
export function commit(store: ReleaseStore, plan: Plan, { incoming = [], ...where }: CommitOptions = {}): Release {
  const { action, live, next } = plan
  return withLock(store.folder, () => {
    if (!isUnguarded(plan)) requireNotFrozen(store)
    requireExpected({ number: store.liveNumber() ?? 0 }, live?.number ?? 0)
    requireStillCanary(store, plan)
    if (!isUnguarded(plan))
      requireNoViolations(violationsOf(checkPlan(store, plan, where)), 'these parts cannot be released together')
    for (const build of incoming) importBuild(store, build, next.createdBy)
    logWhatIsLive(store)
    const before = canaryToEnd(store)
    const release = store.putRelease(next)
    const canary = (one: Release | null) => (one?.canary ? `release ${one.number}, ${one.canary.percent} %` : null)
    const changes = [
      ...changesBetween(live, next),
      ...(before || next.canary ? [{ part: 'canary', from: canary(before), to: canary(next) }] : []),
    ]
    appendToLog(store, {
      by: next.createdBy,
      action,
      release: next.canary ? null : next.number,
      reason: next.reason,
      changes,
    })
    return release
  })
}

/** The canary to promote, or to give another share, is the one that was looked at. */
function requireStillCanary(store: ReleaseStore, { canary }: Plan) {
  const running = canary === undefined ? undefined : canaryToEnd(store)?.number
  if (running === canary) return
  throw new ReleaseError(
    `release ${canary} is no canary any more${running === undefined ? '' : `: release ${running} is`}`,
  )
}
