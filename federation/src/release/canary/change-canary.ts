import type { Descriptor } from '../../schema/index.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import { planPin } from '../plan/pin.ts'
import { contentOf, planRelease, readLive, type Intent } from '../plan/plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { requireCanary, requirePromotable, runningCanary } from './running-canary.ts'

/** Plans a whole release with these parts pinned that a share of the administrators gets beside the live one. */
export function planCanary(store: ReleaseStore, parts: Descriptor[], percent: number, intent: Intent): Plan {
  const running = runningCanary(store)
  if (running) throw new ReleaseError(`release ${running.release} is a canary already; promote or abort it first`)
  const plan = planPin(store, parts, intent)
  if (!plan.live) throw new ReleaseError('the first release cannot be a canary; pin it')
  return { ...plan, action: 'canary', next: { ...plan.next, canaryOf: plan.live.number }, percent }
}

/** Plans the release that gives everybody what the canary has. What is off stays off. */
export function planPromotion(store: ReleaseStore, intent: Intent): Plan {
  const { release: promotes, signed } = requirePromotable(store)
  const live = readLive(store, intent)
  const content = { ...contentOf(signed.release), off: live?.off ?? {} }
  return { ...planRelease(store, 'promote', live, content, intent), promotes }
}

/** Gives the canary another share of the administrators, and takes it off hold. */
export function changeShare(store: ReleaseStore, percent: number, { by, reason }: Intent) {
  return change(store, 'canary', { by, reason }, `${percent} %`, () => {
    const { signed: _signed, ...canary } = requireCanary(store)
    store.writeCanary({ ...canary, percent, held: null, countedFrom: new Date().toISOString() })
  })
}

/** Ends the canary: everybody gets the live release. */
export const abortCanary = (store: ReleaseStore, { by, reason }: Intent) =>
  change(store, 'abort', { by, reason }, null, () => store.removeCanary())

function change(
  store: ReleaseStore,
  action: 'canary' | 'abort',
  { by, reason }: Intent,
  to: string | null,
  act: () => void,
) {
  return withLock(store.folder, () => {
    if (action === 'canary') requireNotFrozen(store)
    const { release, percent, held } = requireCanary(store)
    act()
    const from = `release ${release}, ${held ? 'on hold' : `${percent} %`}`
    appendToLog(store, {
      by,
      action,
      release: null,
      reason,
      changes: [{ part: 'canary', from, to: to && `release ${release}, ${to}` }],
    })
    return release
  })
}
