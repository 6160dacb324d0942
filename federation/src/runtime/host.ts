import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { PinnedRemote, Release } from '../schema/index.ts'
import { sealIntegrity } from './integrity.ts'

const entryUrl = ({ url, descriptor }: PinnedRemote) => url + descriptor.entry.file

/** Makes the remotes of a release known to the Module Federation runtime; loads nothing yet. */
export function registerRelease(release: Release) {
  const integrity = sealIntegrity(release)
  registerPlugins([
    {
      name: 'interline-integrity',
      createScript({ url }) {
        const script = document.createElement('script')
        script.src = url
        script.async = true
        script.crossOrigin = 'anonymous'
        script.integrity = integrity(url)
        return { script, timeout: 20_000 }
      },
    },
  ])
  registerRemotes(
    Object.values(release.remotes).map((pinned) => ({
      name: pinned.descriptor.name,
      entry: entryUrl(pinned),
      entryGlobalName: pinned.descriptor.entry.global,
      type: 'var',
    })),
    { force: true },
  )
}

/** Loads what a remote exposes at its one door. Rejects when its origin, its files or its evaluation fail. */
export async function loadDoor<Door>(remote: string): Promise<Door> {
  const door = await loadRemote<Door>(`${remote}/routes`)
  if (!door) throw new Error(`${remote} exposes no ./routes`)
  return door
}
