import { artifactFolder, type Descriptor, type Release, type ReleaseDraft, type RemoteDescriptor, type ShellDescriptor } from '../schema/index.ts'
import { checkTogether, reasonsAgainst } from './check.ts'
import { FailureLog } from './failures.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './store.ts'

export type Change = { reason: string; by: string }

/** Finds what `drivers@1.3.0` or `drivers@1.3.0-0a1b2c3d4e5f` means; a version alone is its latest build. */
export function findArtifact(store: ReleaseStore, wanted: string): Descriptor {
  const [name = '', version = ''] = wanted.split('@')
  if (!name || !version) throw new ReleaseError(`"${wanted}" is not a pin; write PART@VERSION, such as drivers@1.3.0`)
  const published = store.artifacts(name)
  if (published.length === 0) throw new ReleaseError(`nothing is published under "${name}"; there is: ${store.parts().join(', ') || 'nothing'}`)
  const match = published.filter((one) => one.version === version || artifactFolder(one) === version)
  if (match.length > 1) {
    throw new ReleaseError(`${wanted} was built ${match.length} times; say which: ${match.map((one) => `${name}@${artifactFolder(one)}`).join(', ')}`)
  }
  const found = match[0]
  if (!found) throw new ReleaseError(`${wanted} is not published; there is: ${published.map((one) => `${name}@${artifactFolder(one)}`).join(', ')}`)
  return found
}

/** Writes release n+1 with these parts pinned and everything else as it was, and makes it live. */
export function pin(store: ReleaseStore, parts: Descriptor[], { reason, by }: Change): Release {
  const live = store.live()
  const origins = store.origins()
  const urlOf = (what: Descriptor) => {
    const origin = origins[what.name]
    if (!origin) throw new ReleaseError(`where "${what.name}" is served from is not known; publish it with --origin URL`)
    return `${origin}/${artifactFolder(what)}/`
  }
  const isShell = (one: Descriptor): one is ShellDescriptor => one.kind === 'shell'
  const isRemote = (one: Descriptor): one is RemoteDescriptor => one.kind === 'remote'

  const shell = parts.find(isShell)
  const remotes = parts.filter(isRemote).map((one) => [one.name, { url: urlOf(one), descriptor: one }] as const)
  const pinnedShell = shell ? { url: urlOf(shell), descriptor: shell } : live?.shell
  if (!pinnedShell) throw new ReleaseError('the first release must pin the shell')

  const next: ReleaseDraft = {
    schema: 1,
    number: (store.releaseNumbers().at(-1) ?? 0) + 1,
    createdAt: new Date().toISOString(),
    createdBy: by,
    reason,
    shell: pinnedShell,
    remotes: { ...live?.remotes, ...Object.fromEntries(remotes) },
    fallbacks: {},
    off: live?.off ?? {},
  }
  checkTogether(next)
  return store.putRelease({ ...next, fallbacks: lastKnownGood(next, live, new FailureLog(store.folder)) })
}

/**
 * For each remote the version it had before this pin, unless pages told that it failed: then the one it fell back to itself. A remote
 * whose pin stays keeps its fallback. A version that cannot run beside the others is none.
 */
function lastKnownGood(next: ReleaseDraft, live: Release | null, failures: FailureLog): Release['fallbacks'] {
  const earlier = Object.entries(next.remotes).flatMap(([name, { url }]) => {
    const before = live?.remotes[name]
    const stays = !before || before.url === url || failures.isBad(before.descriptor)
    const good = stays ? live?.fallbacks[name] : before
    return good && fits({ ...next, remotes: { ...next.remotes, [name]: good } }) ? [[name, good] as const] : []
  })
  return Object.fromEntries(earlier)
}

const fits = (release: ReleaseDraft) => reasonsAgainst(release).length === 0

/** Writes a new, higher release with the pins of an older one: the one before the live one, unless `to` says which. */
export function rollback(store: ReleaseStore, to: number | undefined, { reason, by }: Change): Release {
  const live = store.live()
  if (!live) throw new ReleaseError('there is no release to roll back from')
  const earlier = store.releaseNumbers().filter((number) => number < live.number)
  const target = to ?? earlier.at(-1)
  if (target === undefined) throw new ReleaseError(`release ${live.number} is the first; there is nothing to roll back to`)
  const { shell, remotes, fallbacks } = store.readRelease(target)
  const number = (store.releaseNumbers().at(-1) ?? 0) + 1
  const next: ReleaseDraft = { ...live, number, createdAt: new Date().toISOString(), createdBy: by, reason: reason || `roll back to ${target}`, shell, remotes, fallbacks }
  checkTogether(next)
  return store.putRelease(next)
}
