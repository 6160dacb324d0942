import { artifactFolder, type Descriptor, type PinnedRemote, type Release, type RemoteDescriptor, type ShellDescriptor } from '../schema/index.ts'
import { parseBuildName } from './artifact-store/build-name.ts'
import { commit } from './commit.ts'
import { hasFailed } from './evidence/stored-evidence.ts'
import { FailureLog } from './failures.ts'
import { planRelease, requireExpected, type Intent, type Plan } from './plan.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './store.ts'

/** Finds what `drivers@1.3.0` or `drivers@1.3.0-0a1b2c3d4e5f` means among what is here; a version alone must have one build. */
export function findArtifact(store: ReleaseStore, wanted: string): Descriptor {
  const published = store.artifacts(parsePin(wanted).name)
  const build = matchBuild(wanted, published.map(artifactFolder), store.parts())
  const found = published.find((one) => artifactFolder(one) === build)
  if (!found) throw new ReleaseError(`${wanted} is not published`)
  return found
}

export function parsePin(wanted: string): { name: string; version: string } {
  const [name = '', version = ''] = wanted.split('@')
  if (!name || !version) throw new ReleaseError(`"${wanted}" is not a pin; write PART@VERSION, such as drivers@1.3.0`)
  return { name, version }
}

/** Which of a part's builds, as `VERSION-BUILD`, a pin means. Throws saying what there is, also when a version alone means several. */
export function matchBuild(wanted: string, builds: string[], parts: string[]): string {
  const { name, version } = parsePin(wanted)
  if (builds.length === 0) throw new ReleaseError(`nothing is published under "${name}"; there is: ${parts.join(', ') || 'nothing'}`)
  const match = builds.filter((one) => one === version || parseBuildName(one)?.version === version)
  const named = (some: string[]) => some.map((one) => `${name}@${one}`).join(', ')
  if (match.length > 1) throw new ReleaseError(`${wanted} was built ${match.length} times; say which: ${named(match)}`)
  const found = match[0]
  if (!found) throw new ReleaseError(`${wanted} is not published; there is: ${named(builds)}`)
  return found
}

/** Plans release n+1 with these parts pinned and everything else as it was. */
export function planPin(store: ReleaseStore, parts: Descriptor[], intent: Intent): Plan {
  const live = store.live()
  requireExpected(live, intent.expect)
  const origins = store.origins()
  const urlOf = (what: Descriptor) => {
    const origin = origins[what.name]
    if (!origin) throw new ReleaseError(`where "${what.name}" is served from is not known; say it: release part ${what.name} --origin URL`)
    return `${origin}/${artifactFolder(what)}/`
  }
  const twice = parts.find(({ name }, index) => parts.findIndex((other) => other.name === name) !== index)
  if (twice) throw new ReleaseError(`${twice.name} is named twice; a release has one pin of each part`)
  const isShell = (one: Descriptor): one is ShellDescriptor => one.kind === 'shell'
  const isRemote = (one: Descriptor): one is RemoteDescriptor => one.kind === 'remote'

  const newShell = parts.find(isShell)
  const shell = newShell ? { url: urlOf(newShell), descriptor: newShell } : live?.shell
  if (!shell) throw new ReleaseError('the first release must pin the shell')
  const pinned = parts.filter(isRemote).map((one) => [one.name, { url: urlOf(one), descriptor: one }] as const)
  const remotes = { ...live?.remotes, ...Object.fromEntries(pinned) }
  const failures = new FailureLog(store.folder)
  const isBad = (version: PinnedRemote) => failures.isBad(version.descriptor) || hasFailed(store, { shell }, version)
  const plan = planRelease(store, 'pin', live, { shell, remotes, fallbacks: versionsBefore(remotes, live, isBad), off: live?.off ?? {} }, intent)
  return { ...plan, parts: [...new Set([...plan.parts, ...parts.map(({ name }) => name)])] }
}

/**
 * For each remote the version it had before this pin, unless pages or the skew matrix told that it failed: then the one it fell back to
 * itself. A remote whose pin stays keeps its fallback.
 */
function versionsBefore(remotes: Release['remotes'], live: Release | null, isBad: (version: PinnedRemote) => boolean): Release['fallbacks'] {
  const earlier = Object.entries(remotes).flatMap(([name, { url }]) => {
    const before = live?.remotes[name]
    const stays = !before || before.url === url || isBad(before)
    const good = stays ? live?.fallbacks[name] : before
    return good ? [[name, good] as const] : []
  })
  return Object.fromEntries(earlier)
}

/** Writes release n+1 with these parts pinned and everything else as it was, and makes it live. */
export const pin = (store: ReleaseStore, parts: Descriptor[], intent: Intent): Release => commit(store, planPin(store, parts, intent))
