import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, type ArtifactFile, type Descriptor } from '../../schema/index.ts'
import { integrityOf } from '../checks/artifact/files.ts'
import { resultsOf, violationsOf, requireNoViolations } from '../report/check-report.ts'
import { checkBuilt, refuseVersion, requireSameBytes } from './publish.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ArtifactStore } from '../artifact-store/artifact-store.ts'
import { inParallel } from '../files/in-parallel.ts'
import { parseBuildName } from '../store/find-artifact.ts'
import { readDescriptor } from './download.ts'

type PublishingTo = {
  /** Another build of a version that is published: refused (the default) or allowed. */
  rebuild?: boolean
  dryRun?: boolean
}

/** Begun before all else: no name that a build's file can have. */
const claim = '~claim'

/**
 * Publishes a built part into a store, once and for ever: a claim, its files, then the descriptor, which makes it
 * visible. An upload that broke off can be repeated. When two publish the same build with other bytes at once, the
 * first is done, and the other refused.
 */
export async function publishToStore(
  store: ArtifactStore,
  built: string,
  { rebuild = false, dryRun = false }: PublishingTo = {},
): Promise<{ descriptor: Descriptor; isNew: boolean }> {
  const described = checkBuilt(built, `${built} cannot be published`)
  const before = await publishedBefore(store, described, rebuild)
  if (before || dryRun) return { descriptor: described, isNew: !before }

  const base = `${described.name}/${artifactFolder(described)}`
  const remoteJson = readFileSync(join(built, 'remote.json'))
  await claimBuild(store, base, Buffer.from(`${integrityOf(remoteJson)}\n`), described.name)
  const reasons = await inParallel(described.files, (file) => upload(store, base, built, file))
  requireNoViolations(
    violationsOf(resultsOf(described.name, 'files', reasons.flat())),
    `${base} cannot be published in ${store.address}`,
  )

  const isFirst = await store.create(`${base}/remote.json`, remoteJson)
  if (!isFirst) requireSameBytes(await readDescriptor(store, described.name, artifactFolder(described)), described)
  return { descriptor: described, isNew: isFirst }
}

async function publishedBefore(store: ArtifactStore, described: Descriptor, rebuild: boolean): Promise<boolean> {
  const { name, version, build } = described
  const builds = (await store.builds(name))
    .flatMap((one) => parseBuildName(one) ?? [])
    .filter((one) => one.version === version)
  if (builds.some((one) => one.build === build)) {
    requireSameBytes(await readDescriptor(store, name, artifactFolder(described)), described)
    return true
  }
  const other = builds[0]
  if (other && !rebuild)
    refuseVersion(
      name,
      `${name}@${version} is published in ${store.address} as build ${other.build}; raise the version, or say --rebuild for another build of the same`,
    )
  return false
}

/**
 * Throws when an upload of this build with other bytes began before, and when the store would let this one be
 * overwritten.
 */
async function claimBuild(store: ArtifactStore, base: string, content: Buffer, part: string) {
  await store.create(`${base}/${claim}`, content)
  if (await store.create(`${base}/${claim}`, content)) {
    const reason = `${store.address} lets a file be overwritten: it ignores If-None-Match; publish in a store that honours it`
    throw new ReleaseError(reason, [{ part, check: 'store', reason }])
  }
  const there = await store.read(`${base}/${claim}`, content.length)
  if (!there?.equals(content))
    refuseVersion(part, `an upload of ${base} with other bytes began before; ${leftover(base)}`)
}

const leftover = (base: string) => `remove ${base} in the store if that broke off, or raise the version`

/**
 * Reasons why a file could not be put there. A file that is there already, the same to the byte, is left of an upload
 * that broke off.
 */
async function upload(
  store: ArtifactStore,
  base: string,
  built: string,
  { path, bytes, integrity }: ArtifactFile,
): Promise<string[]> {
  const content = readFileSync(join(built, path))
  if (integrityOf(content) !== integrity) return [`${path} changed while it was published`]
  if (await store.create(`${base}/${path}`, content)) return []
  const there = await store.read(`${base}/${path}`, bytes)
  return there?.equals(content) ? [] : [`${path} is there with other bytes; ${leftover(base)}`]
}
