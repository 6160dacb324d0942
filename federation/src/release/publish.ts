import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptor, type Descriptor } from '../schema/index.ts'
import { readJson } from '../schema/read-json.ts'
import { compress } from './compress.ts'
import { ReleaseError } from './release-error.ts'
import type { ReleaseStore } from './store.ts'

/**
 * Publishes a built part (a folder with its `remote.json`, such as `mfe-drivers/dist`), once and for ever.
 * Throws when a file is missing or is not what the descriptor says.
 */
export function publish(store: ReleaseStore, built: string): { descriptor: Descriptor; isNew: boolean } {
  const file = join(built, 'remote.json')
  if (!existsSync(file)) throw new ReleaseError(`${built} holds no build: ${file} is missing`)
  const described = readJson(file, descriptor)
  verifyFiles(built, described)
  const isNew = store.putArtifact(built, described)
  if (isNew) compress(store.artifactPath(described), described.files)
  return { descriptor: described, isNew }
}

/** Reads every file of an artifact and compares its size and hash with the descriptor's. */
export function verifyFiles(folder: string, { files, name }: Descriptor) {
  for (const { path, bytes, integrity } of files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new ReleaseError(`${name}: ${path} is named by the descriptor but missing`)
    const content = readFileSync(file)
    const found = `sha384-${createHash('sha384').update(content).digest('base64')}`
    if (content.length !== bytes || found !== integrity) {
      throw new ReleaseError(`${name}: ${path} is not what the descriptor says (${content.length} bytes, ${found})`)
    }
  }
}
