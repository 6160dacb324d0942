import { requireNotFrozen } from '../audit/freeze.ts'
import { importBuild, type IncomingBuild } from '../commit/import-build.ts'
import { withLock } from '../files/with-lock.ts'
import { compressBeside } from '../store/compress.ts'
import type { ReleaseStore } from '../store/store.ts'
import type { Found } from './find-build.ts'

/** Those of the builds that were downloaded, because the installation has none of them. */
export const incomingOf = (found: Found[]): IncomingBuild[] =>
  found.flatMap(({ descriptor, folder, from }) =>
    folder === null || from === null ? [] : [{ descriptor, folder, from }],
  )

/** Imports downloaded builds without pinning them, compressed, and logs where they came from. */
export async function importBuilds(store: ReleaseStore, found: Found[], by: string) {
  for (const build of incomingOf(found)) {
    await compressBeside(build.folder, build.descriptor.files)
    withLock(store.folder, () => {
      requireNotFrozen(store)
      importBuild(store, build, by)
    })
  }
}
