import type { Release } from '../../schema/index.ts'
import type { Canary } from '../store/canary-file.ts'
import { canaryToEnd, requirePromotable } from '../canary/running-canary.ts'
import { requireNoViolations, violationsOf } from '../report/check-report.ts'
import { checkPlan, type WhereToCheck } from '../checks/check-plan.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog, logWhatIsLive } from '../audit/log.ts'
import { changesBetween } from '../store/pinned-parts.ts'
import { requireExpected } from '../plan/plan.ts'
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
    if (plan.promotes !== undefined) requirePromotable(store, plan.promotes)
    if (plan.retires !== undefined) store.keys.requireRetirable(plan.retires)
    if (!isUnguarded(plan))
      requireNoViolations(violationsOf(checkPlan(store, plan, where)), 'these parts cannot be released together')
    for (const build of incoming) importBuild(store, build, next.createdBy)
    logWhatIsLive(store)
    const before = canaryToEnd(store)
    const release = put(store, plan)
    const after = store.readCanary()
    const canary = (one: Canary | null) => one && `release ${one.release}, ${one.percent} %`
    const changes = [
      ...changesBetween(live, next),
      ...(before || after ? [{ part: 'canary', from: canary(before), to: canary(after) }] : []),
    ]
    appendToLog(store, {
      by: next.createdBy,
      action,
      release: after ? null : next.number,
      reason: next.reason,
      changes,
    })
    // Last: were the key retired first and the release not written, no browser would accept what is live.
    if (plan.retires !== undefined) store.keys.retireLocked(plan.retires)
    return release
  })
}

function put(store: ReleaseStore, { next, percent, retires }: Plan): Release {
  if (next.canaryOf === undefined || percent === undefined) return store.putRelease(next, { retiring: retires })
  return store.putCanary({ ...next, canaryOf: next.canaryOf }, percent)
}
