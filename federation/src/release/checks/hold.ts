import { artifactFolder } from '../../schema/index.ts'
import { canaryToEnd, holdOf } from '../canary/running-canary.ts'
import { pinnedParts } from '../store/pinned-parts.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Plan } from './planned-release.ts'

/** Refuses to bring live, by whatever act, a version that a canary on hold changed: it failed for those who had it. */
export function checkHold(store: ReleaseStore, { action, next, live, parts }: Plan): CheckResult[] {
  if (action === 'promote') store.state.requireThere()
  const canary = next.canary ? null : canaryToEnd(store)
  const hold = canary && holdOf(store, canary)
  if (!canary || !hold) return []
  const [wanted, failing, now] = [next, canary, live].map(pinnedParts)
  const versionIn = (pins: typeof wanted, part: string) => pins?.[part] && artifactFolder(pins[part].descriptor)
  return parts
    .filter((part) => versionIn(wanted, part) === versionIn(failing, part))
    .filter((part) => versionIn(wanted, part) !== versionIn(now, part))
    .flatMap((part) =>
      resultsOf(part, 'hold', [
        `${part}@${versionIn(wanted, part) ?? ''} is what the canary, release ${canary.number}, changed, and that is ${hold}; look at it, then give it a share anew (canary percent) or abort it`,
      ]),
    )
}
