import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { artifactFolder, descriptor, type Descriptor } from '../../schema/index.ts'
import { parseJson } from '../../schema/read-json.ts'
import { isHtmlText } from '../checks/artifact/http.ts'
import { checkBuilt } from './publish.ts'
import { ReleaseError } from '../report/release-error.ts'
import type { ArtifactStore } from '../artifact-store/artifact-store.ts'
import { inParallel } from '../files/in-parallel.ts'

const mostBytes = 64 * 2 ** 20

/** The descriptor of a build in a store. Throws when it is not there, is not one, or is that of another build. */
export async function readDescriptor(store: ArtifactStore, part: string, build: string): Promise<Descriptor> {
  return parseDescriptor(await readRemoteJson(store, part, build), store, part, build)
}

async function readRemoteJson(store: ArtifactStore, part: string, build: string): Promise<Buffer> {
  const content = await store.read(`${part}/${build}/remote.json`, mostBytes)
  if (!content) throw storeError(part, `${part}@${build} is not in ${store.address}`)
  return content
}

function parseDescriptor(content: Buffer, store: ArtifactStore, part: string, build: string): Descriptor {
  const at = `${store.address}/${part}/${build}/remote.json`
  if (isHtmlText(content)) throw storeError(part, `${at} is HTML instead of the file`)
  const described = parseJson(at, content.toString('utf8'), descriptor)
  const name = `${described.name}@${artifactFolder(described)}`
  if (name !== `${part}@${build}`) throw storeError(part, `${at} is of another build: ${name}`)
  return described
}

const storeError = (part: string, reason: string) => new ReleaseError(reason, [{ part, check: 'store', reason }])

/**
 * Copies a build from a store into a folder, and makes the checks of publishing: throws with every file that is missing
 * or another.
 */
export async function download(store: ArtifactStore, part: string, build: string, into: string): Promise<Descriptor> {
  const content = await readRemoteJson(store, part, build)
  const described = parseDescriptor(content, store, part, build)
  await inParallel(described.files, async ({ path, bytes }) => {
    const found = await store.read(`${part}/${build}/${path}`, Math.min(bytes, mostBytes))
    if (found) write(part, join(into, path), found)
  })
  write(part, join(into, 'remote.json'), content)
  return checkBuilt(into, `${part}@${build} in ${store.address} is not what was published`)
}

function write(part: string, file: string, content: Buffer) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  } catch (error) {
    throw storeError(part, error instanceof Error ? error.message : String(error))
  }
}
