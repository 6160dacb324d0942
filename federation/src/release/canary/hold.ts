import type { ReleaseStore } from '../store/store.ts'
import { failuresOfCanary, holdOf, runningCanary } from './running-canary.ts'

const holdAfter = 5

/** Puts the canary on hold when pages reported five failures of what it changes. Gives why, or null. */
export function holdWhenFailing(store: ReleaseStore): string | null {
  const canary = runningCanary(store)?.release
  if (!canary || holdOf(store, canary) !== null) return null
  const failures = failuresOfCanary(store, canary)
  const count = failures.reduce((sum, one) => sum + one.count, 0)
  if (count < holdAfter) return null
  const versions = [...new Set(failures.map(({ remote, version }) => `${remote} ${version}`))].join(', ')
  const reason = `pages told ${count} times of ${versions}`
  store.state.hold({ release: canary.number, at: new Date().toISOString(), reason })
  return reason
}
