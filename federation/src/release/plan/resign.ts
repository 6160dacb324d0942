import { nothingLive, ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Plan } from '../checks/planned-release.ts'
import { contentOf, planRelease, readExpected, type Intent } from './plan.ts'

/** Plans release n+1 with what is live, whatever key signed that: this tool's key signs it anew. */
export function planResign(store: ReleaseStore, intent: Intent): Plan {
  const live = readExpected(store, intent)
  if (!live) throw new ReleaseError(nothingLive)
  const plan = planRelease(store, 'resign', live, contentOf(live), intent)
  return { ...plan, next: { ...plan.next, fallbacks: live.fallbacks } }
}
