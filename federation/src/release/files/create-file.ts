import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file, whole or not at all. Returns false when there is one already. It is written under another name first
 * and then linked, because a link never replaces another file.
 */
export function createFile(file: string, content: string | Buffer, mode = 0o666): boolean {
  const draft = `${file}.${randomUUID()}.draft`
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
