import type { ReleaseStore } from '../store/store.ts'
import { loadsServed } from '../store/page-loads.ts'
import { holdOf, reportsOfCanary, runningCanary } from './running-canary.ts'

const windowMs = 10 * 60 * 1000
const enoughLoads = 5
const badShare = 0.1

/**
 * Puts the canary on hold when within ten minutes five page loads, and a tenth of those that got it, reported a failure
 * of what it changes. Gives why, or null.
 */
export function holdWhenFailing(store: ReleaseStore): string | null {
  const canary = runningCanary(store)?.release
  if (!canary || holdOf(store, canary) !== null) return null
  const failures = reportsOfCanary(store, canary).filter(({ at }) => Date.now() - Date.parse(at) < windowMs)
  const failing = new Set(failures.map(({ load }) => load)).size
  const served = loadsServed(store.state.folder, [canary.number], 'minute')
  if (failing < enoughLoads || failing < badShare * served) return null
  const versions = [...new Set(failures.map(({ remote, version }) => `${remote} ${version}`))].join(', ')
  const reason = `${failing} of ${Math.max(failing, served)} page loads told of ${versions}`
  store.state.hold({ release: canary.number, at: new Date().toISOString(), reason })
  return reason
}
