import type { ReleaseStore } from '../store/store.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { bucketArtifacts } from './bucket.ts'
import { readConnection } from './bucket-connection.ts'
import { folderArtifacts } from './folder.ts'
import { addressText, parseStoreAddress } from './store-address.ts'

/**
 * Opens the store at an address, without asking it anything yet. `name` is what said the address: a setting, an option
 * or a file.
 */
export function openArtifactStore(text: string, name: string, env: NodeJS.ProcessEnv = process.env): ArtifactStore {
  const address = parseStoreAddress(text, name)
  if (address.kind === 'folder') return folderArtifacts(address.folder)
  return bucketArtifacts({ ...address, address: addressText(address) }, readConnection(env, `${name}=${text}`))
}

/**
 * The store that a part's team publishes in: what `stores.json` says of it, else `ARTIFACT_STORE`; null when it is
 * `DATA_DIR` alone.
 */
export function storeOf(store: ReleaseStore, part: string, env: NodeJS.ProcessEnv = process.env): ArtifactStore | null {
  const own = new Map(Object.entries(store.stores())).get(part)
  if (own !== undefined) return openArtifactStore(own, `stores.json: ${part}`, env)
  return env.ARTIFACT_STORE ? openArtifactStore(env.ARTIFACT_STORE, 'ARTIFACT_STORE', env) : null
}
