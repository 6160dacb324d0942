import {
  artifactFolder,
  type Change,
  type Descriptor,
  type PinnedRemote,
  type Release,
  type SettingValue,
} from '../../schema/index.ts'

export type Pinned = { url: string; descriptor: Descriptor }

/** The shell and the remotes of a release by name, without fallbacks. */
export const pinnedParts = (release: Release | null): Record<string, Pinned> =>
  release ? { shell: release.shell, ...release.remotes } : {}

/** All artifacts that a release may load: its pins, then its fallbacks. */
export const artifactsOf = (release: Release): Pinned[] => [
  ...Object.values(pinnedParts(release)),
  ...Object.values<PinnedRemote>(release.fallbacks),
]

/** A setting that is another; null is the default. */
export type SettingChange = { part: string; key: string; from: SettingValue | null; to: SettingValue | null }

/** Settings that are others, by remote and key. */
export function settingChanges(before: Release | null, after: Release): SettingChange[] {
  const [old, next] = [before?.settings ?? {}, after.settings]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((part) =>
    [...new Set([...Object.keys(old[part] ?? {}), ...Object.keys(next[part] ?? {})])]
      .map((key) => ({ part, key, from: old[part]?.[key] ?? null, to: next[part]?.[key] ?? null }))
      .filter(({ from, to }) => from !== to),
  )
}

/** A setting as a command line writes it. */
const settingText = (key: string, value: SettingValue) => `${key}=${value}`

/** Finds what a release changed: builds, addresses, what is switched off, and settings. */
export function changesBetween(before: Release | null, after: Release): Change[] {
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
      const state = (release: Release | null) => (release?.off[part] ? `off: ${release.off[part].message}` : 'on')
      const [from, to] = [state(before), state(after)]
      return from === to ? [] : [{ part, from, to }]
    },
  )
  const reaching = [...new Set([...(before?.reachesPage ?? []), ...after.reachesPage])].flatMap((part): Change[] => {
    const state = (release: Release | null) => (release?.reachesPage.includes(part) ? 'reaches the page' : null)
    const [from, to] = [state(before), state(after)]
    return from === to ? [] : [{ part, from, to }]
  })
  const set = settingChanges(before, after).map(({ part, key, from, to }): Change => {
    const text = (value: SettingValue | null) => (value === null ? null : settingText(key, value))
    return { part, from: text(from), to: text(to) }
  })
  return [...pins, ...switched, ...reaching, ...set]
}

/** Bytes of all files of a build, before compression. */
export const bytesOf = (one: Descriptor | undefined) => (one?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
