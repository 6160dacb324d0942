import type { Descriptor } from '../../schema/index.ts'
import { requireUnlocked } from '../guard/lock.ts'
import { appendToLog } from '../guard/log.ts'
import { inTurn } from '../guard/turn.ts'
import { planPin } from '../pin.ts'
import { planRelease, requireExpected, type Intent, type Plan } from '../plan.ts'
import { ReleaseError } from '../release-error.ts'
import type { ReleaseStore } from '../store.ts'
import { requireCanary, runningCanary } from './running-canary.ts'

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
  const { release: number, held, signed } = requireCanary(store)
  if (held) throw new ReleaseError(`release ${number} is on hold: ${held.reason}; look at it, and take it off hold with canary percent, or abort it`)
  const live = store.live()
  requireExpected(live, intent.expect)
  const { shell, remotes, fallbacks } = signed.release
  return planRelease(store, 'promote', live, { shell, remotes, fallbacks, off: live?.off ?? {} }, intent)
}

/** Gives the canary another share of the administrators, and takes it off hold. */
export function changeShare(store: ReleaseStore, percent: number, { by, reason }: Intent) {
  return change(store, 'canary', { by, reason }, `${percent} %`, () => {
    const { signed: _signed, ...canary } = requireCanary(store)
    store.writeCanary({ ...canary, percent, held: null, countedFrom: new Date().toISOString() })
  })
}

/** Ends the canary: everybody gets the live release. */
export const abortCanary = (store: ReleaseStore, { by, reason }: Intent) => change(store, 'abort', { by, reason }, null, () => store.removeCanary())

function change(store: ReleaseStore, action: 'canary' | 'abort', { by, reason }: Intent, to: string | null, act: () => void) {
  return inTurn(store.folder, () => {
    if (action === 'canary') requireUnlocked(store)
    const { release, percent, held } = requireCanary(store)
    act()
    const from = `release ${release}, ${held ? 'on hold' : `${percent} %`}`
    appendToLog(store, { by, action, release: null, reason, changes: [{ part: 'canary', from, to: to && `release ${release}, ${to}` }] })
    return release
  })
}
