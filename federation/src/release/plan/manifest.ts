import { artifactFolder, type Descriptor, type Release } from '../../schema/index.ts'
import { canaryToEnd, holdOf, type Canary } from '../canary/running-canary.ts'
import type { Plan } from '../checks/planned-release.ts'
import { ReleaseError } from '../report/release-error.ts'
import { parseBuildName } from '../store/find-artifact.ts'
import { changesBetween, pinnedParts } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'
import { planBeside, planShare, planWithoutCanary } from './canary.ts'
import { manifestOf, type Manifest } from './manifest-file.ts'
import { planPin } from './pin.ts'
import { readLive, type Intent } from './plan.ts'

/** The pins of a manifest, as `pin` takes them: those of the release, then those of the canary. */
export const pinsOf = ({ shell, remotes, canary }: Manifest): string[] => [
  ...pinTexts({ shell, ...remotes }),
  ...pinTexts({ ...(canary?.shell !== undefined && { shell: canary.shell }), ...canary?.remotes }),
]
const pinTexts = (pins: Record<string, string>) => Object.entries(pins).map(([part, version]) => `${part}@${version}`)

/**
 * Plans what a manifest says: the release that has these parts (in the order of `pinsOf`) and settings and no other,
 * and the canary beside it; null when all is so already. A part whose build stays keeps its address. `before` is the
 * manifest that the change was made from, null when it was the first: it is refused when that is not what is live, but
 * for what is off. What is off stays off, unless the manifest says `false` and `before` did not: a merge must not undo
 * the kill switch.
 */
export function planManifest(
  store: ReleaseStore,
  parts: Descriptor[],
  manifest: Manifest,
  intent: Intent,
  before?: Manifest | null,
): Plan | null {
  const live = readLive(store, intent)
  const pinned = parts.slice(0, Object.keys(manifest.remotes).length + 1)
  const plan = planLive(store, live, pinned, manifest, before, intent)
  const found = withCanary(store, plan, live, parts.slice(pinned.length), manifest, intent)
  if (found) requireReviewed(live, canaryToEnd(store), before)
  return found
}

function planLive(
  store: ReleaseStore,
  live: Release | null,
  pinned: Descriptor[],
  { settings, reachesPage, off: switched }: Manifest,
  before: Manifest | null | undefined,
  intent: Intent,
): Plan | null {
  const changed = pinned.filter((part) => !isIn(live, part))
  const removed = Object.keys(live?.remotes ?? {}).filter((name) => !pinned.some((part) => part.name === name))
  const off = offAfter(live, switched, before)
  const isSame = changed.length + removed.length === 0
  if (live && isSame && changesBetween(live, { ...live, settings, reachesPage, off }).length === 0) return null
  return planPin(store, changed, intent, { removed, settings, reachesPage, off })
}

function offAfter(
  live: Release | null,
  switched: Manifest['off'],
  before: Manifest | null | undefined,
): Release['off'] {
  const [off, switchedOn] = [{ ...live?.off }, new Set<string>()]
  for (const [part, message] of Object.entries(switched)) {
    if (message !== false) off[part] = { message }
    else if (off[part] && before === undefined)
      throw new ReleaseError(
        `off.${part} is false, and ${part} is off. Say what the change was made from, --base BEFORE: then it is switched on if that did not say false; or: release on ${part}`,
      )
    else if (before?.off[part] !== false) switchedOn.add(part)
  }
  return Object.fromEntries(Object.entries(off).filter(([part]) => !switchedOn.has(part)))
}

function withCanary(
  store: ReleaseStore,
  plan: Plan | null,
  live: Release | null,
  named: Descriptor[],
  { canary }: Manifest,
  intent: Intent,
): Plan | null {
  if (!canary) return plan ?? planWithoutCanary(store, intent)
  const beside = plan?.next ?? live
  const tried = named.filter((part) => !isIn(beside, part))
  if (!beside || tried.length === 0)
    throw new ReleaseError('canary: changes nothing; name a version that the rest of the manifest does not pin')
  const running = canaryToEnd(store)
  const isRunning = running !== null && isCanaryOf(running, live, tried)
  if (isRunning && !plan) {
    if (running.canary.percent === canary.percent) return null
    const hold = holdOf(store, running)
    if (hold !== null && canary.percent > 0)
      throw new ReleaseError(
        `the canary, release ${running.number}, is ${hold}; look at it, then say release canary percent ${canary.percent}, or take it out of the manifest`,
      )
    return planShare(store, canary.percent, intent)
  }
  const salt = isRunning ? running.canary.salt : undefined
  const next = planBeside(store, beside, tried, { percent: canary.percent, salt }, intent)
  if (plan) return { ...plan, beside: next, ...(running && { canary: running.number }) }
  return running ? { ...next, canary: running.number } : next
}

/** Whether just these parts are others in the canary. */
const isCanaryOf = (canary: Canary, live: Release | null, tried: Descriptor[]): boolean =>
  tried.every((part) => isIn(canary, part)) &&
  changesBetween(live, canary).every(({ part }) => tried.some(({ name }) => name === part))

function isIn(release: Release | null, part: Descriptor): boolean {
  const pinned = pinnedParts(release)[part.name]
  return pinned !== undefined && artifactFolder(pinned.descriptor) === artifactFolder(part)
}

/** Throws with the difference when what is live is not what a change was reviewed against. */
function requireReviewed(live: Release | null, canary: Canary | null, before: Manifest | null | undefined) {
  if (before === undefined) return
  const [said, found] = [flat(before), flat(live && manifestOf(live, canary))]
  const differences = [...new Set([...Object.keys(said), ...Object.keys(found)])].flatMap((key) => {
    const [was = 'nothing', is = 'nothing'] = [said[key], found[key]]
    const isSilent = key.startsWith('off.') && (was === 'nothing' || was === 'false')
    if (was === is || isSilent || parseBuildName(is)?.version === was) return []
    return [`${key}: ${was} in the manifest before, ${is} live`]
  })
  if (differences.length === 0) return
  throw new ReleaseError(
    `release ${live?.number ?? 0} is live, and it is not what the change was made from. Merge the whole of what release export prints, which has nothing to do, and then your change anew:\n  ${differences.join('\n  ')}`,
    differences.map((reason) => ({ check: 'base', reason })),
  )
}

/** Each value by its path, such as `remotes.drivers`; of a list each name. */
const flat = (value: object | null): Record<string, string> => Object.fromEntries(value ? rowsOf(value, []) : [])
const rowsOf = (value: object, path: string[]): [path: string, value: string][] =>
  Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    typeof one === 'object' && one !== null
      ? rowsOf(one, [...path, key])
      : [[[...path, Array.isArray(value) ? String(one) : key].join('.'), String(one)]],
  )
