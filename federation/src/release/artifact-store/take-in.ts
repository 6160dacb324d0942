import { artifactFolder } from '../../schema/index.ts'
import { compressBeside } from '../compress.ts'
import { requireUnlocked } from '../guard/lock.ts'
import { appendToLog } from '../guard/log.ts'
import { inTurn } from '../guard/turn.ts'
import type { ReleaseStore } from '../store.ts'
import type { Found } from './find-build.ts'

/** Puts downloaded builds into the installation, compressed, and logs where they came from. What is here already stays as it is. */
export async function takeIn(store: ReleaseStore, found: Found[], by: string) {
  for (const { descriptor, folder, from } of found) {
    if (folder === null || from === null) continue
    await compressBeside(folder, descriptor.files)
    inTurn(store.folder, () => {
      requireUnlocked(store)
      if (!store.putArtifact(folder, descriptor)) return
      const changes = [{ part: descriptor.name, from: null, to: artifactFolder(descriptor) }]
      appendToLog(store, { by, action: 'fetch', release: null, reason: `from ${from}`, changes })
    })
  }
}
