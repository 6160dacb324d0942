import { artifactFolder, type Release } from '../../schema/index.ts'
import { readLog } from '../audit/log.ts'
import { changesBetween, pinnedParts } from '../store/pinned-parts.ts'
import { contentOf, planRelease, readExpected, readLive, type Intent } from './plan.ts'
import { type Plan } from '../checks/planned-release.ts'
import { nothingLive, ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'

/**
 * Plans a new, higher release with the pins of an older one: `to`, or the last one before that had others. With `parts`
 * only these go back, each to the last release that pinned another build of it, whatever was set of it meanwhile. What
 * is switched off stays off.
 */
export function planRollback(store: ReleaseStore, to: number | undefined, parts: string[], intent: Intent): Plan {
  // To a release that somebody names it goes back from one that no origin serves, too.
  const live = to === undefined ? readLive(store, intent) : readExpected(store, intent)
  if (!live) throw new ReleaseError(nothingLive)
  if (parts.length === 0) {
    const older = earlierRelease(store, live, to)
    const content = { ...contentOf(older), off: live.off }
    return planRelease(store, 'rollback', live, content, withReason(intent, `roll back to ${older.number}`))
  }
  const targets = parts.map((part) => [part, earlierRelease(store, live, to, part)] as const)
  const content = targets.reduce<Release>((whole, [part, older]) => withPartOf(whole, older, part), live)
  const reason = `roll back ${targets.map(([part, { number }]) => `${part} to ${number}`).join(', ')}`
  return planRelease(store, 'rollback', live, contentOf(content), withReason(intent, reason))
}

const withReason = (intent: Intent, reason: string): Intent => ({ ...intent, reason: intent.reason || reason })

function earlierRelease(store: ReleaseStore, live: Release, to: number | undefined, part?: string): Release {
  if (to !== undefined) {
    const older = store.readRelease(to)
    if (to > live.number) throw new ReleaseError(`release ${to} was never live; pin its versions`)
    if (older.canary) throw new ReleaseError(`release ${to} was a canary and never live; pin its versions`)
    if (part !== undefined && !buildIn(live, part) && !buildIn(older, part))
      throw new ReleaseError(`neither release ${to} nor the live one has "${part}"; there is: ${partsText(older)}`)
    return atTodaysOrigins(store, older)
  }
  if (live.previous === 0)
    throw new ReleaseError(`release ${live.number} is the first; there is nothing to roll back to; pin other versions`)
  const isSame = (one: Release, other: Release) =>
    part === undefined
      ? changesBetween({ ...one, off: other.off }, other).length === 0
      : [undefined, buildIn(other, part)].includes(buildIn(one, part))
  const rollbacks = new Set(
    readLog(store).entries.flatMap(({ action, release, changes }) =>
      action === 'rollback' && changes.some((change) => part === undefined || change.part === part) ? [release] : [],
    ),
  )
  // To go back twice is to go further back, and not to what the first rollback left.
  const left: Release[] = []
  let later = live
  for (const older of earlierReleases(store, live)) {
    if (rollbacks.has(later.number)) left.push(older)
    later = older
    if (![live, ...left].some((one) => isSame(older, one))) return older
  }
  if (part === undefined) throw new ReleaseError('no release before had anything else; pin other versions')
  const now = buildIn(live, part)
  throw new ReleaseError(
    now === undefined
      ? `no release has "${part}"; there is: ${partsText(live)}`
      : `${part}: version unchanged, no release before pinned another build of it than ${now}. Settings go back by a manifest or --to N; another version by pin ${part}@VERSION`,
  )
}

const partsText = (release: Release) => Object.keys(pinnedParts(release)).join(', ')

function buildIn(release: Release, part: string): string | undefined {
  const parts = pinnedParts(release)
  const pinned = Object.hasOwn(parts, part) ? parts[part] : undefined
  return pinned && artifactFolder(pinned.descriptor)
}

/** Its parts where they are served today: an origin that moved serves its older builds too. */
function atTodaysOrigins(store: ReleaseStore, older: Release): Release {
  const remotes = Object.entries(older.remotes).map(([name, pinned]) => [name, store.atTodaysOrigin(pinned)] as const)
  return { ...older, shell: store.atTodaysOrigin(older.shell), remotes: Object.fromEntries(remotes) }
}

/** A damaged or lost release may be the one that is wanted, so it is an error and not skipped. */
function* earlierReleases(store: ReleaseStore, live: Release): Generator<Release> {
  try {
    for (const older of store.before(live)) yield atTodaysOrigins(store, older)
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
    reachesPage: [
      ...whole.reachesPage.filter((one) => one !== part),
      ...older.reachesPage.filter((one) => one === part),
    ],
  }
}
