import type { DevOverride } from '../../schema/index.ts'
import { codeOf, DevOverrides } from './dev-overrides.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog, logWhatIsLive } from '../audit/log.ts'
import { withLock } from '../files/with-lock.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

type DevOverrideOptions = { remote: string; origin: string; admin: string; hours: number }
type Actor = { by: string; reason: string }

export const longestHours = 24

/** `for EMAIL from ORIGIN until TIME`, as the log and the lists say it. */
export const devOverrideText = ({ admin, origin, expiresAt }: DevOverride) =>
  `${origin} for ${admin} until ${expiresAt}`

/**
 * Signs a grant, logs it, and returns it with the code to paste. Refused while the releases are frozen; `dryRun` writes
 * nothing.
 */
export function allowDevOverride(
  store: ReleaseStore,
  options: DevOverrideOptions,
  { by, reason, dryRun = false }: Actor & { dryRun?: boolean },
): { override: DevOverride; code: string | null } {
  if (!(options.hours > 0 && options.hours <= longestHours))
    throw new ReleaseError(`a grant is for at most ${longestHours} hours`)
  const overrides = new DevOverrides(store)
  if (dryRun) {
    requireNotFrozen(store)
    return { override: overrides.draft(options), code: null }
  }
  return withLock(store.folder, () => {
    requireNotFrozen(store)
    const override = overrides.draft(options)
    logWhatIsLive(store)
    const signed = overrides.issue(override)
    appendToLog(store, {
      by,
      action: 'grant',
      release: null,
      reason,
      changes: [{ part: override.remote, from: null, to: `${devOverrideText(override)} (${override.id})` }],
    })
    return { override, code: codeOf(signed) }
  })
}

/** Ends a grant now, also while the releases are frozen; pages that run it stop within seconds. */
export function revokeDevOverride(
  store: ReleaseStore,
  id: string,
  { by, reason, dryRun = false }: Actor & { dryRun?: boolean },
): DevOverride {
  const overrides = new DevOverrides(store)
  const known = overrides.find(id)
  if (!known) throw new ReleaseError(`there is no grant "${id}"; release grants lists them`)
  if (known.ended) throw new ReleaseError(`grant ${id} ended at ${known.ended.at}: ${known.ended.reason}`)
  if (dryRun) return known.override
  return withLock(store.folder, () => {
    if (!overrides.end(id, by, reason)) throw new ReleaseError(`grant ${id} has ended in the meantime`)
    logWhatIsLive(store)
    appendToLog(store, {
      by,
      action: 'revoke',
      release: null,
      reason,
      changes: [{ part: known.override.remote, from: `${devOverrideText(known.override)} (${id})`, to: null }],
    })
    return known.override
  })
}
