import { randomBytes } from 'node:crypto'
import type { Descriptor, Release } from '../../schema/index.ts'
import { appendToLog } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import { planPinOnto } from './pin.ts'
import { contentOf, planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { changesBetween } from '../store/pinned-parts.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { canaryToEnd, requireCanary, runningCanary } from '../canary/running-canary.ts'

/** Plans a whole release with these parts pinned that a share of the administrators gets beside the live one. */
export function planCanary(store: ReleaseStore, parts: Descriptor[], percent: number, intent: Intent): Plan {
  const running = runningCanary(store)
  if (running)
    throw new ReleaseError(`release ${running.release.number} is a canary already; promote or abort it first`)
  const live = readLive(store, intent)
  if (!live) throw new ReleaseError('the first release cannot be a canary; make it by release pin')
  const plan = planBeside(store, live, parts, { percent }, intent)
  if (changesBetween(live, plan.next).length === 0)
    throw new ReleaseError('the canary would change nothing; name a version that is not live')
  return plan
}

/** Plans the canary that pins these parts beside a release that is live or will be; without a salt it draws one. */
export function planBeside(
  store: ReleaseStore,
  live: Release,
  parts: Descriptor[],
  { percent, salt = randomBytes(12).toString('hex') }: { percent: number; salt?: string | undefined },
  intent: Intent,
): Plan {
  const plan = planPinOnto(store, live, parts, { ...intent, above: live.number })
  return { ...plan, action: 'canary', next: { ...plan.next, canary: { of: live.number, percent, salt } } }
}

/** Plans a release with what is live, which ends the canary. */
export function planWithoutCanary(store: ReleaseStore, intent: Intent): Plan | null {
  const live = readLive(store, intent)
  const running = canaryToEnd(store)
  if (!live || !running) return null
  return { ...planRelease(store, 'abort', live, contentOf(live), intent), canary: running.number }
}

/** Plans the canary anew with another share; nobody is in another group for it, and it is on hold no more. */
export function planShare(store: ReleaseStore, percent: number, intent: Intent): Plan {
  const running = requireCanary(store)
  const plan = planRelease(store, 'canary', readLive(store, intent), contentOf(running), intent)
  const next = { ...plan.next, fallbacks: running.fallbacks, canary: { ...running.canary, percent } }
  return { ...plan, next, parts: [], canary: running.number }
}

/** Plans the release that gives everybody what the canary has. What is off stays off. */
export function planPromotion(store: ReleaseStore, intent: Intent): Plan {
  const running = requireCanary(store)
  const live = readLive(store, intent)
  const content = { ...contentOf(running), off: live?.off ?? {} }
  return { ...planRelease(store, 'promote', live, content, intent), canary: running.number }
}

/** Ends the canary: everybody gets the live release. Returns its number. */
export const abortCanary = (store: ReleaseStore, { by, reason }: Intent): number =>
  withLock(store.folder, () => {
    const { number, canary } = requireCanary(store)
    store.removeCanary()
    const changes = [{ part: 'canary', from: `release ${number}, ${canary.percent} %`, to: null }]
    appendToLog(store, { by, action: 'abort', release: null, reason, changes })
    return number
  })
