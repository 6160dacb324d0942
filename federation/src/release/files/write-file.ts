import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { draftOf } from './drafts.ts'
import { flush } from './flush.ts'

/** Writes a JSON file whole or not at all: whoever reads it meanwhile finds the one before. */
export const writeJson = (file: string, value: unknown) => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`)

/** Writes a file whole or not at all, and flushes it: whoever reads it meanwhile finds the one before. */
export function writeWhole(file: string, content: string | Buffer, { isFlushed = true } = {}) {
  const draft = draftOf(file)
  try {
    writeFileSync(draft, content, { flush: isFlushed })
    renameSync(draft, file)
    if (isFlushed) flush(dirname(file))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
