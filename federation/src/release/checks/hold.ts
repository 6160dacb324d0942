import { artifactFolder } from '../../schema/index.ts'
import { endedOnHold, holdOf, runningCanary } from '../canary/running-canary.ts'
import { pinnedParts } from '../store/pinned-parts.ts'
import { resultsOf, type CheckResult } from '../report/check-report.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Plan } from './planned-release.ts'

/**
 * Refuses to bring to people, by whatever act, a version that a canary on hold changed: it failed for those who had it.
 * Throws where a running canary's would be brought and what origins write cannot be read: nobody knows of a hold then.
 */
export function checkHold(store: ReleaseStore, { next, live, parts }: Plan): CheckResult[] {
  const running = runningCanary(store)?.release
  const canary = running ?? (next.canary ? null : endedOnHold(store))
  if (!canary) return []
  const [wanted, failing, now] = [next, canary, live].map(pinnedParts)
  const versionIn = (pins: typeof wanted, part: string) => pins?.[part] && artifactFolder(pins[part].descriptor)
  const brought = parts
    .filter((part) => versionIn(wanted, part) === versionIn(failing, part))
    .filter((part) => versionIn(wanted, part) !== versionIn(now, part))
  if (running && brought.length > 0) store.state.requireThere()
  const hold = brought.length > 0 ? holdOf(store, canary) : null
  if (hold === null) return []
  return brought.flatMap((part) =>
    resultsOf(part, 'hold', [
      `${part}@${versionIn(wanted, part) ?? ''} is what the canary, release ${canary.number}, changed, and that is ${hold}; look at it, then ${running ? 'give it a share anew (canary percent) or abort it' : 'begin it anew (canary start)'}`,
    ]),
  )
}
