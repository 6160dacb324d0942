import { artifactFolder, type Descriptor, type Release } from '../../schema/index.ts'
import { bytesOf, pinnedParts, settingChanges, type Pinned, type SettingChange } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'

type AddedRemoved = { added: string[]; removed: string[] }
type FileSize = { path: string; bytes: number }
type RangeChange = { name: string; from: string | null; to: string | null }

export type PartDiff = {
  part: string
  from: string | null
  to: string | null
  bytes: { from: number; to: number }
  files: { added: FileSize[]; removed: FileSize[] }
  /** Ranges that a remote requires, or versions that the shell provides. */
  ranges: RangeChange[]
  routes: AddedRemoved
  backend: AddedRemoved
}
export type ReleaseDiff = {
  from: number | null
  to: number
  parts: PartDiff[]
  off: { part: string; from: string | null; to: string | null }[]
  settings: SettingChange[]
  /** Remotes whose styles and code may reach beyond what is their own. */
  reachesPage: AddedRemoved
}

/** The change that a release made: from the release that was live before it, or that it is a canary of. */
export function diffOf(store: ReleaseStore, to: Release): ReleaseDiff {
  const before = to.canary?.of ?? to.previous
  return diffReleases(before === 0 ? null : store.readRelease(before), to)
}

/**
 * The difference from release `from` to `to`: only the parts whose build or address changed, what is off, settings, and
 * remotes that reach the page.
 */
export function diffReleases(from: Release | null, to: Release): ReleaseDiff {
  const [old, next] = [pinnedParts(from), pinnedParts(to)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => old[name]?.url !== next[name]?.url,
  )
  const switched = [...new Set([...Object.keys(from?.off ?? {}), ...Object.keys(to.off)])]
  return {
    from: from?.number ?? null,
    to: to.number,
    parts: names.map((name) => diffParts(name, old[name], next[name])),
    off: switched
      .map((part) => ({ part, from: from?.off[part]?.message ?? null, to: to.off[part]?.message ?? null }))
      .filter((one) => one.from !== one.to),
    settings: settingChanges(from, to),
    reachesPage: compareLists(from?.reachesPage ?? [], to.reachesPage),
  }
}

function diffParts(part: string, from: Pinned | undefined, to: Pinned | undefined): PartDiff {
  const [a, b] = [from?.descriptor, to?.descriptor]
  const moved = a && b && artifactFolder(a) === artifactFolder(b)
  const name = (pin: Pinned | undefined) => (pin ? (moved ? pin.url : artifactFolder(pin.descriptor)) : null)
  return {
    part,
    from: name(from),
    to: name(to),
    bytes: { from: bytesOf(a), to: bytesOf(b) },
    files: { added: filesOnlyIn(b, a), removed: filesOnlyIn(a, b) },
    ranges: rangeChanges(rangesOf(a), rangesOf(b)),
    routes: compareLists(a?.kind === 'remote' ? a.routes : [], b?.kind === 'remote' ? b.routes : []),
    backend: compareLists(
      a?.kind === 'remote' ? a.requires.backend : [],
      b?.kind === 'remote' ? b.requires.backend : [],
    ),
  }
}

function filesOnlyIn(one: Descriptor | undefined, other: Descriptor | undefined): FileSize[] {
  const known = new Set(other?.files.map(({ path, integrity }) => `${path} ${integrity}`))
  return (one?.files ?? [])
    .filter(({ path, integrity }) => !known.has(`${path} ${integrity}`))
    .map(({ path, bytes }) => ({ path, bytes }))
}

/** The ranges that a remote requires, or the shell provides, by name: shell, runtime and each shared package. */
export function rangesOf(one: Descriptor | undefined): Record<string, string> {
  if (!one) return {}
  const { shell, mfRuntime, shared } = one.kind === 'shell' ? one.provides : one.requires
  return { shell, 'Module Federation runtime': mfRuntime, ...shared }
}

const rangeChanges = (a: Record<string, string>, b: Record<string, string>): RangeChange[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((name) => ({ name, from: a[name] ?? null, to: b[name] ?? null }))
    .filter(({ from, to }) => from !== to)

const compareLists = (a: string[], b: string[]): AddedRemoved => ({
  added: b.filter((one) => !a.includes(one)),
  removed: a.filter((one) => !b.includes(one)),
})
