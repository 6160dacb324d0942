import type { Release } from '../../schema/index.ts'
import { changesBetween, pinnedParts, settingChanges } from '../store/pinned-parts.ts'
import { planRelease, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

/**
 * Plans a new, higher release with the pins of an older one: `to`, or the last one before that had others. With `parts`
 * only these go back, each to what it was. What is switched off stays off.
 */
export function planRollback(store: ReleaseStore, to: number | undefined, parts: string[], intent: Intent): Plan {
  const live = readLive(store, intent)
  if (!live) throw new ReleaseError('there is no release to roll back from')
  if (parts.length === 0) {
    const { number, shell, remotes, fallbacks, settings } = earlierRelease(store, live, to)
    return planRelease(
      store,
      'rollback',
      live,
      { shell, remotes, fallbacks, off: live.off, settings },
      withReason(intent, `roll back to ${number}`),
    )
  }
  const targets = parts.map((part) => [part, earlierRelease(store, live, to, part)] as const)
  const content = targets.reduce<Release>((whole, [part, older]) => withPartOf(whole, older, part), live)
  const reason = `roll back ${targets.map(([part, { number }]) => `${part} to ${number}`).join(', ')}`
  const { shell, remotes, fallbacks, off, settings } = content
  return planRelease(store, 'rollback', live, { shell, remotes, fallbacks, off, settings }, withReason(intent, reason))
}

const withReason = (intent: Intent, reason: string): Intent => ({ ...intent, reason: intent.reason || reason })

function earlierRelease(store: ReleaseStore, live: Release, to: number | undefined, part?: string): Release {
  const known = part === undefined || pinnedParts(live)[part] !== undefined
  if (to !== undefined) {
    const older = store.readRelease(to)
    if (to > live.number) throw new ReleaseError(`release ${to} was never live; pin its versions`)
    if (older.canaryOf !== undefined)
      throw new ReleaseError(`release ${to} was a canary and never live; pin its versions`)
    if (part !== undefined && !known && !pinnedParts(older)[part])
      throw new ReleaseError(`neither release ${to} nor the live one has "${part}"`)
    return older
  }
  const made = [...new Set([...store.releaseNumbers(), ...store.loggedReleases().numbers])].sort((a, b) => b - a)
  const earlier = made.filter((number) => number < live.number)
  if (earlier.length === 0)
    throw new ReleaseError(`release ${live.number} is the first; there is nothing to roll back to`)
  for (const number of earlier) {
    const older = readEarlier(store, number)
    if (older.canaryOf !== undefined) continue
    if (
      part === undefined
        ? changesBetween({ ...older, off: live.off }, live).length > 0
        : pinnedParts(older)[part]?.url !== pinnedParts(live)[part]?.url ||
          settingChanges(older, live).some((change) => change.part === part)
    )
      return older
  }
  throw new ReleaseError(
    known ? `${part ?? 'everything'} was never another than it is now` : `no release has "${part ?? ''}"`,
  )
}

/** A damaged or lost release may be the one that is wanted, so it is an error and not skipped. */
function readEarlier(store: ReleaseStore, number: number): Release {
  try {
    return store.readRelease(number, 'log.jsonl')
  } catch (error) {
    throw new ReleaseError(
      `${error instanceof Error ? error.message : String(error)}; say which release to go back to: --to N`,
    )
  }
}

function withPartOf(whole: Release, older: Release, part: string): Release {
  if (part === 'shell') return { ...whole, shell: older.shell }
  const { [part]: _pin, ...remotes } = whole.remotes
  const { [part]: _fallback, ...fallbacks } = whole.fallbacks
  const { [part]: _values, ...settings } = whole.settings
  const [pin, fallback, values] = [older.remotes[part], older.fallbacks[part], older.settings[part]]
  return {
    ...whole,
    remotes: { ...remotes, ...(pin && { [part]: pin }) },
    fallbacks: { ...fallbacks, ...(fallback && { [part]: fallback }) },
    settings: { ...settings, ...(values && { [part]: values }) },
  }
}
