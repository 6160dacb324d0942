import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { descriptor, type Descriptor } from '../schema/index.ts'
import { FileError, readJson } from '../schema/read-json.ts'
import { buildId } from './fingerprint.ts'
import { readPart } from './part.ts'
import { readProvenance } from './provenance.ts'

export { readPart, type Part } from './part.ts'
export { buildId } from './fingerprint.ts'
export { settingsModule } from './settings-module.ts'

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

/** The descriptor in a part's `dist`, if that is what its sources would build now; null when it must be built. */
export function builtDescriptor(folder: string): Descriptor | null {
  const found = distDescriptor(folder)
  return found?.build === buildId(readPart(folder)) ? found : null
}

/** Whether what was built from changed files could name its commit, because they are committed now. */
export function canNameCommit(folder: string, { provenance: before }: Descriptor): boolean {
  if (!before?.commit.endsWith('+')) return false
  const now = readProvenance(folder)
  return now !== undefined && !now.commit.endsWith('+')
}
