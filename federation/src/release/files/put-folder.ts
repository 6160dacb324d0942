import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { draftOf } from './drafts.ts'
import { flush } from './flush.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Copies a folder to a place where there is none, all or nothing, also when the power fails. Returns false when there
 * is one already: of several that copy to one place at once the first is done.
 */
export function putFolder(from: string, to: string): boolean {
  if (existsSync(to)) return false
  const draft = draftOf(to)
  makeFolder(dirname(to))
  try {
    cpSync(from, draft, { recursive: true })
    for (const name of readdirSync(draft, { recursive: true, encoding: 'utf8' })) flush(join(draft, name))
    flush(draft)
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(to)) return false
    throw error
  }
  flush(dirname(to))
  return true
}
