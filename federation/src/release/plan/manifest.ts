import { artifactFolder, type Descriptor, type Release } from '../../schema/index.ts'
import type { Plan } from '../checks/planned-release.ts'
import { pinnedParts, settingChanges } from '../store/pinned-parts.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Manifest } from './manifest-file.ts'
import { planPin } from './pin.ts'
import { readLive, type Intent } from './plan.ts'

/** The pins of a manifest, as `pin` takes them. */
export const pinsOf = ({ shell, remotes }: Manifest): string[] =>
  Object.entries({ shell, ...remotes }).map(([part, version]) => `${part}@${version}`)

/**
 * Plans the release that has these parts and settings and no other; null when the live one has just them. A part whose
 * build stays keeps its address, and what is off stays off: a manifest in git must not undo the kill switch.
 */
export function planManifest(
  store: ReleaseStore,
  parts: Descriptor[],
  settings: Manifest['settings'],
  intent: Intent,
): Plan | null {
  const live = readLive(store, intent)
  const changed = parts.filter((part) => !isLive(live, part))
  const removed = Object.keys(live?.remotes ?? {}).filter((name) => !parts.some((part) => part.name === name))
  const isSame = live && settingChanges(live, { ...live, settings }).length === 0
  if (changed.length + removed.length === 0 && isSame) return null
  return planPin(store, changed, intent, { removed, settings })
}

function isLive(live: Release | null, part: Descriptor): boolean {
  const pinned = pinnedParts(live)[part.name]
  return pinned !== undefined && artifactFolder(pinned.descriptor) === artifactFolder(part)
}
