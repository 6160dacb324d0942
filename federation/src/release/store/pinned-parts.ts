import { artifactFolder, type Descriptor, type PinnedRemote, type ReleaseDraft } from '../../schema/index.ts'

/**
 * What an entry says about one part: the build (or address, or `on` and `off: MESSAGE`) before and after; null is none.
 */
export type Change = { part: string; from: string | null; to: string | null }

export type Pinned = { url: string; descriptor: Descriptor }

/** The shell and the remotes of a release by name, without fallbacks. */
export const pinnedParts = (release: ReleaseDraft | null): Record<string, Pinned> =>
  release ? { shell: release.shell, ...release.remotes } : {}

/** All artifacts that a release may load: its pins, then its fallbacks. */
export const artifactsOf = (release: ReleaseDraft): Pinned[] => [
  ...Object.values(pinnedParts(release)),
  ...Object.values<PinnedRemote>(release.fallbacks),
]

/** What is another after a release than it was before: builds, addresses, and what is switched off. */
export function changesBetween(before: ReleaseDraft | null, after: ReleaseDraft): Change[] {
  const [old, next] = [pinnedParts(before), pinnedParts(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  const pins = names.flatMap((part): Change[] => {
    const [from, to] = [old[part], next[part]]
    if (from?.url === to?.url) return []
    const same = from && to && artifactFolder(from.descriptor) === artifactFolder(to.descriptor)
    const name = (pin: Pinned | undefined) => (pin ? (same ? pin.url : artifactFolder(pin.descriptor)) : null)
    return [{ part, from: name(from), to: name(to) }]
  })
  const switched = [...new Set([...Object.keys(before?.off ?? {}), ...Object.keys(after.off)])].flatMap(
    (part): Change[] => {
      const state = (release: ReleaseDraft | null) => (release?.off[part] ? `off: ${release.off[part].message}` : 'on')
      const [from, to] = [state(before), state(after)]
      return from === to ? [] : [{ part, from, to }]
    },
  )
  return [...pins, ...switched]
}

/** Bytes of all files of a build, before compression. */
export const bytesOf = (one: Descriptor | undefined) => (one?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
