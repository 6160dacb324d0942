import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { draftOf } from './drafts.ts'
import { flush } from './flush.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Copies a folder to a place where there is none, all or nothing, also when the power fails. Returns false when there
 * is one already: of several that copy to one place at once the first is done.
 * `isWanted` says by its path below the folder whether a file is copied.
 */
export function putFolder(from: string, to: string, isWanted: (path: string) => boolean = () => true): boolean {
  if (existsSync(to)) return false
  const draft = draftOf(to)
  makeFolder(dirname(to))
  try {
    cpSync(from, draft, {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || isWanted(relative(from, file).replaceAll('\\', '/')),
    })
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
