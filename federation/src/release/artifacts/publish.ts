import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, descriptor, type Change, type Descriptor } from '../../schema/index.ts'
import { readJson } from '../../schema/read-json.ts'
import { changedFiles } from '../checks/artifact/files.ts'
import { resultsOf, violationsOf, requireNoViolations } from '../report/check-report.ts'
import { foreignFiles, pagesInstead } from '../checks/artifact/folder.ts'
import { unhashedFiles } from '../checks/artifact/named-files.ts'
import { compress } from '../store/compress.ts'
import { requireNotFrozen } from '../audit/freeze.ts'
import { appendToLog } from '../audit/log.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ReleaseStore } from '../store/store.ts'
import { withLock } from '../files/with-lock.ts'

type Publishing = {
  by?: string
  reason?: string
  /** Where the part is served from, once for a new part. */
  origin?: string | undefined
  /**
   * A version that is published already: refused under another build id or with other bytes (the default), allowed
   * under another build id (`rebuild`), or besides taken as it is published (`development`).
   */
  again?: 'refuse' | 'rebuild' | 'development'
  /** Whether its source maps are published too, and served to everybody. */
  sourceMaps?: boolean
  dryRun?: boolean
}

/**
 * Publishes a built part (a folder with its `remote.json`, such as `mfe-drivers/dist`), once and for ever. Returns the
 * published descriptor. Throws with every file that is missing, not hashed or not what the descriptor says.
 */
export function publish(
  store: ReleaseStore,
  built: string,
  options: Publishing = {},
): { descriptor: Descriptor; isNew: boolean } {
  const described = checkBuilt(built, `${built} cannot be published`)
  if (options.dryRun) {
    requireNotFrozen(store)
    return { descriptor: described, isNew: !publishedBefore(store, described, options.again) }
  }
  const { before } = withLock(store.folder, () => {
    requireNotFrozen(store)
    const before = publishedBefore(store, described, options.again)
    if (!before) store.putArtifact(built, described, publishedFiles(described, options))
    const changes: Change[] = before ? [] : [{ part: described.name, from: null, to: artifactFolder(described) }]
    const served = store.origins()[described.name]
    if (options.origin !== undefined && options.origin !== served) {
      store.putOrigins({ [described.name]: options.origin })
      changes.push({ part: described.name, from: served ?? null, to: options.origin })
    }
    if (changes.length > 0)
      appendToLog(store, {
        by: options.by ?? 'unknown',
        action: 'publish',
        release: null,
        reason: options.reason ?? '',
        changes,
      })
    return { before }
  })
  const published = before ?? described
  compress(store.artifactPath(published), published.files)
  return { descriptor: published, isNew: !before }
}

/** The files that the descriptor lists, and their source maps when they are asked for. */
function publishedFiles({ files }: Descriptor, { sourceMaps = false }: Publishing): (path: string) => boolean {
  const wanted = new Set(['remote.json', ...files.flatMap(({ path }) => (sourceMaps ? [path, `${path}.map`] : [path]))])
  return (path) => wanted.has(path)
}

/**
 * Reads and checks a folder with a build. Throws `message` and every reason why what lies there is not what its
 * descriptor says.
 */
export function checkBuilt(built: string, message: string): Descriptor {
  const file = join(built, 'remote.json')
  if (!existsSync(file))
    throw new ReleaseError(
      `${built} holds no build: ${file} is missing. Name a part with its sources, such as mfe-drivers, or what a build wrote`,
    )
  const described = readJson(file, descriptor)
  const isShellsName = described.kind === 'remote' && described.name === 'shell'
  const found = [
    ...resultsOf(described.name, 'name', isShellsName ? ['a remote cannot be called shell'] : []),
    ...resultsOf(described.name, 'hashes', [...unhashedFiles(described), ...foreignFiles(built, described)]),
    ...resultsOf(described.name, 'html', pagesInstead(built, described)),
    ...resultsOf(described.name, 'files', changedFiles(built, described)),
  ]
  requireNoViolations(violationsOf(found), message)
  return described
}

function publishedBefore(
  store: ReleaseStore,
  described: Descriptor,
  again: Publishing['again'] = 'refuse',
): Descriptor | undefined {
  const { name, version, build } = described
  const same = store.artifacts(name).filter((one) => one.version === version)
  const before = same.find((one) => one.build === build)
  if (before) {
    if (again !== 'development') requireSameBytes(before, described)
    return before
  }
  const other = same[0]
  if (other && again === 'refuse')
    refuseVersion(
      name,
      `${name}@${version} is published as build ${other.build}; raise the version, or say --rebuild for another build of the same`,
    )
  return undefined
}

/** The same sources can be built from another commit: that is no other build, and what is published stays. */
export function requireSameBytes(before: Descriptor, described: Descriptor) {
  const bytesOf = (one: Descriptor) => JSON.stringify({ ...one, provenance: undefined })
  if (bytesOf(before) === bytesOf(described)) return
  refuseVersion(
    described.name,
    `${described.name}@${artifactFolder(before)} is published with other bytes; what is published is never replaced: raise the version`,
  )
}

export function refuseVersion(part: string, reason: string): never {
  throw new ReleaseError(reason, [{ part, check: 'version', reason }])
}
