import type { ArtifactStore } from './artifact-store.ts'
import { bucketArtifacts } from './bucket/bucket.ts'
import { readConnection } from './bucket/connection.ts'
import { folderArtifacts } from './folder.ts'
import { addressText, parseStoreAddress } from './store-address.ts'

/** Opens the store at an address, without asking it anything yet. `name` is what said the address: a setting, an option or a file. */
export function openArtifactStore(text: string, name: string, env: NodeJS.ProcessEnv = process.env): ArtifactStore {
  const address = parseStoreAddress(text, name)
  if (address.kind === 'folder') return folderArtifacts(address.folder)
  return bucketArtifacts({ ...address, address: addressText(address) }, readConnection(env, `${name}=${text}`))
}
