import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ReleaseError } from '../report/release-error.ts'
import { ReleaseStore } from './store.ts'

/** The installation in DATA_DIR. One that is not there is an error, and nothing is made: the path may be mistyped. */
export function openInstallation(dataDir: string): ReleaseStore {
  const folder = resolve(dataDir)
  const missing = ['artifacts', 'releases'].find((name) => !existsSync(join(folder, name)))
  if (missing)
    throw new ReleaseError(
      `there is no installation at ${folder}; its folder "${missing}" is missing. Set DATA_DIR to where it is; the first "part" or "publish" begins a new one`,
    )
  return new ReleaseStore(dataDir)
}
