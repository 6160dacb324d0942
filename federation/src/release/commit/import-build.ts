import { artifactFolder, type Descriptor } from '../../schema/index.ts'
import { appendToLog } from '../audit/log.ts'
import type { ReleaseStore } from '../store/store.ts'

/** A build that is not in the installation yet: where it was downloaded to, and the address of its team's store. */
export type IncomingBuild = { descriptor: Descriptor; folder: string; from: string }

/**
 * Puts a downloaded build into the installation and logs where it came from; the caller holds the lock. An origin may
 * have fetched the same build meanwhile: that one stays.
 */
export function importBuild(store: ReleaseStore, { descriptor, folder, from }: IncomingBuild, by: string) {
  store.putArtifact(folder, descriptor)
  const changes = [{ part: descriptor.name, from: null, to: artifactFolder(descriptor) }]
  appendToLog(store, { by, action: 'fetch', release: null, reason: `from ${from}`, changes })
}
