import type { Release } from '../schema/index.ts'
import type { Canary } from './canary/canary-file.ts'
import { canaryToEnd } from './canary/running-canary.ts'
import { requireNone, refusals } from './checks/finding.ts'
import { checkPlan } from './checks/check-plan.ts'
import { requireUnlocked } from './guard/lock.ts'
import { appendToLog, logWhatIsLive } from './guard/log.ts'
import { changesBetween } from './pinned-parts.ts'
import { isUnguarded, requireExpected, type Plan } from './plan.ts'
import type { ReleaseStore } from './store.ts'
import { inTurn } from './guard/turn.ts'

/**
 * Writes a planned release, makes it live (or the canary) and logs it, in one turn. Refused while the releases are locked, when another release
 * became live since the plan was made, and when a check refuses.
 */
export function commit(store: ReleaseStore, plan: Plan): Release {
  const { action, live, next } = plan
  return inTurn(store.folder, () => {
    if (!isUnguarded(plan)) requireUnlocked(store)
    requireExpected({ number: store.liveNumber() ?? 0 }, live?.number ?? 0)
    if (!isUnguarded(plan)) requireNone(refusals(checkPlan(store, plan)), 'these parts cannot be released together')
    logWhatIsLive(store)
    const before = canaryToEnd(store)
    const release = put(store, plan)
    const after = store.readCanary()
    const canary = (one: Canary | null) => one && `release ${one.release}, ${one.percent} %`
    const changes = [...changesBetween(live, next), ...(before || after ? [{ part: 'canary', from: canary(before), to: canary(after) }] : [])]
    appendToLog(store, { by: next.createdBy, action, release: after ? null : next.number, reason: next.reason, changes })
    return release
  })
}

function put(store: ReleaseStore, { next, percent }: Plan): Release {
  if (next.canaryOf === undefined || percent === undefined) return store.putRelease(next)
  return store.putCanary({ ...next, canaryOf: next.canaryOf }, percent)
}
