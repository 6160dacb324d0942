import { randomBytes } from 'node:crypto'
import type { Descriptor } from '../../schema/index.ts'
import { appendToLog } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import { planPin } from './pin.ts'
import { contentOf, planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { requireCanary, runningCanary } from '../canary/running-canary.ts'

/** Plans a whole release with these parts pinned that a share of the administrators gets beside the live one. */
export function planCanary(store: ReleaseStore, parts: Descriptor[], percent: number, intent: Intent): Plan {
  const running = runningCanary(store)
  if (running)
    throw new ReleaseError(`release ${running.release.number} is a canary already; promote or abort it first`)
  const plan = planPin(store, parts, intent)
  if (!plan.live) throw new ReleaseError('the first release cannot be a canary; pin it')
  const canary = { of: plan.live.number, percent, salt: randomBytes(12).toString('hex') }
  return { ...plan, action: 'canary', next: { ...plan.next, canary } }
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
