import { changesBetween } from '../store/pinned-parts.ts'
import { countFailures, FailureLog, type FailureCount } from '../store/failures.ts'
import { appendToLog } from '../audit/log.ts'
import { onceUnlocked } from '../files/with-lock.ts'
import type { ReleaseStore } from '../store/store.ts'
import { runningCanary, type RunningCanary } from './running-canary.ts'

/**
 * What pages reported of the canary since it was started or let go on: only of remotes that it changes, or of all when
 * it has another shell. What fails for everybody is not the canary's fault.
 */
export function failuresOfCanary(store: ReleaseStore, { release, countedFrom, signed }: RunningCanary): FailureCount[] {
  const changed = changesBetween(store.live(), signed.release).map(({ part }) => part)
  const isIts = (remote: string) => changed.includes('shell') || changed.includes(remote)
  return countFailures(
    new FailureLog(store.folder)
      .read()
      .filter((failure) => failure.release === release && failure.at >= countedFrom && isIts(failure.remote)),
  )
}

const holdAfter = 5

/** Puts the canary on hold when pages reported five failures. Gives why, or null. */
export async function holdWhenFailing(store: ReleaseStore): Promise<string | null> {
  if (!isFailing(store)) return null
  return onceUnlocked(store.folder, () => {
    const failing = isFailing(store)
    if (!failing) return null
    const { signed: _signed, ...canary } = failing.canary
    store.writeCanary({ ...canary, held: { at: new Date().toISOString(), reason: failing.reason } })
    const changes = [
      {
        part: 'canary',
        from: `release ${canary.release}, ${canary.percent} %`,
        to: `release ${canary.release}, on hold`,
      },
    ]
    appendToLog(store, { by: 'the shell’s origin', action: 'hold', release: null, reason: failing.reason, changes })
    return failing.reason
  })
}

function isFailing(store: ReleaseStore): { canary: RunningCanary; reason: string } | null {
  const canary = runningCanary(store)
  if (!canary || canary.held) return null
  const failures = failuresOfCanary(store, canary)
  const count = failures.reduce((sum, one) => sum + one.count, 0)
  if (count < holdAfter) return null
  return {
    canary,
    reason: `pages told ${count} times of ${[...new Set(failures.map(({ remote, version }) => `${remote} ${version}`))].join(', ')}`,
  }
}
