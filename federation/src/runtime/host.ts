import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { PinnedRemote, Release } from '../schema/index.ts'
import { checkedScript, loadBeside, fileTimeoutMs } from './files-beside.ts'
import { sealIntegrity } from './integrity.ts'

const entryUrl = ({ url, descriptor }: PinnedRemote) => url + descriptor.entry.file

/**
 * Under which the runtime knows one version of a remote: two of them live side by side, each with its own global and
 * chunks.
 */
const versionName = ({ descriptor }: PinnedRemote) => `${descriptor.name}_${descriptor.build}`

/**
 * Makes the remotes of a release known to the Module Federation runtime, and their last known good versions; loads
 * nothing yet.
 */
export function registerRelease(release: Release) {
  holdOwnShares()
  loadSharesAnew()
  sealIntegrity(release)
  registerPlugins([
    {
      name: 'interline-integrity',
      createScript: ({ url }) => ({ script: checkedScript(url), timeout: fileTimeoutMs }),
    },
  ])
  registerVersions([...Object.values(release.remotes), ...Object.values(release.fallbacks)])
}

/**
 * The packages in the shell's files count as loaded: `loaded-first` then gives them to everybody, whatever version a
 * remote may bring along.
 */
function holdOwnShares() {
  for (const versions of Object.values(getInstance()?.shareScopeMap.default ?? {})) {
    for (const share of Object.values(versions)) {
      const factory: unknown = share.shareConfig.eager && share.get()
      if (typeof factory === 'function') Object.assign(share, { lib: factory, loaded: true })
    }
  }
}

/**
 * A package that comes later and did not come is asked for anew by who wants it next: the runtime would give everybody
 * the promise that was rejected, until a reload.
 */
function loadSharesAnew() {
  for (const versions of Object.values(getInstance()?.shareScopeMap.default ?? {})) {
    for (const share of Object.values(versions)) {
      if (share.shareConfig.eager) continue
      const { get } = share
      share.get = async () => {
        try {
          return await get()
        } catch (error) {
          delete share.loading
          throw error
        }
      }
    }
  }
}

/** Makes versions of remotes known to the runtime, beside those it knows. */
export function registerVersions(versions: PinnedRemote[]) {
  registerRemotes(
    versions.map((version) => ({
      name: versionName(version),
      entry: entryUrl(version),
      entryGlobalName: version.descriptor.entry.global,
      type: 'var',
    })),
    { force: true },
  )
}

/**
 * Loads the one module that a version of a remote exposes. Rejects when its origin, its files or its evaluation fail.
 */
export async function loadExposed<Exposed>(version: PinnedRemote): Promise<Exposed> {
  const [exposed] = await Promise.all([loadRemote<Exposed>(`${versionName(version)}/routes`), loadBeside(version)])
  if (!exposed) throw new Error(`${version.descriptor.name} exposes no ./routes`)
  return exposed
}
