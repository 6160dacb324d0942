import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { descriptor, type Descriptor, type Provenance } from '../schema/index.ts'
import { FileError, readJson } from '../schema/read-json.ts'
import { buildId } from './fingerprint.ts'
import { readPart } from './part.ts'
import { readProvenance } from './provenance.ts'

export { readPart, type Part } from './part.ts'
export { buildId } from './fingerprint.ts'

/**
 * The descriptor in a part's `dist`, whatever sources it was made from; null when there is none, or half of one from a
 * build that broke off.
 */
export function distDescriptor(folder: string): Descriptor | null {
  const file = join(folder, 'dist', 'remote.json')
  if (!existsSync(file)) return null
  try {
    return readJson(file, descriptor)
  } catch (error) {
    if (error instanceof FileError) return null
    throw error
  }
}

/**
 * The descriptor in a part's `dist`, if that is what its sources would build now; null when it must be built. What was
 * built from changed files, which are committed now, is built anew: it can name its commit.
 */
export function builtDescriptor(folder: string): Descriptor | null {
  const found = distDescriptor(folder)
  if (found?.build !== buildId(readPart(folder))) return null
  const isCommitted = isOfChanges(found.provenance) && !isOfChanges(readProvenance(folder))
  return isCommitted ? null : found
}

const isOfChanges = (from: Provenance | undefined) => from?.commit.endsWith('+') ?? false
