import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createFile } from '../files/create-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { parseBuildName } from '../store/find-artifact.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))

/**
 * Builds in a folder of this machine or of a network share. The `artifacts` folder of an installation is one as well.
 */
export function folderArtifacts(folder: string): ArtifactStore {
  const refuse = (reason: string) => new ReleaseError(reason, [{ check: 'store', reason }])
  const trying = <T>(what: string, act: () => T): T => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw refuse(`the store ${folder} is no folder`)
    try {
      return act()
    } catch (error) {
      throw refuse(`${what} (${codeOf(error)})`)
    }
  }
  return {
    address: folder,
    async builds(part) {
      const own = join(folder, part)
      return trying(`${own} cannot be read`, () =>
        existsSync(own)
          ? readdirSync(own).filter((name) => parseBuildName(name) && existsSync(join(own, name, 'remote.json')))
          : [],
      )
    },
    async read(path, limit) {
      const at = join(folder, path)
      return trying(`${at} cannot be read`, () => (existsSync(at) ? readFileSync(at).subarray(0, limit + 1) : null))
    },
    async create(path, content) {
      const at = join(folder, path)
      return trying(`${at} cannot be written`, () => {
        makeFolder(dirname(at))
        return createFile(at, content)
      })
    },
  }
}
