import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { draftOf } from './drafts.ts'
import { flush } from './flush.ts'

/**
 * Creates a file, whole or not at all, and flushed. Returns false when there is one already. It is written under
 * another name first and then linked, because a link never replaces another file.
 */
export function createFile(file: string, content: string | Buffer, { mode = 0o666, isFlushed = true } = {}): boolean {
  const draft = draftOf(file)
  try {
    writeFileSync(draft, content, { mode, flag: 'wx', flush: isFlushed })
    linkSync(draft, file)
    if (isFlushed) flush(dirname(file))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
