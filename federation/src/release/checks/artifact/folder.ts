import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Descriptor } from '../../../schema/index.ts'
import { isFile } from './files.ts'
import { isHtmlText } from './http.ts'

const runs = /\.(m?js|css)(\.(br|gz))?$/

/**
 * Finds what lies in a built folder but would run without a hash: scripts and styles that are not listed, and links
 * to elsewhere.
 */
export function foreignFiles(folder: string, { files }: Descriptor): string[] {
  const listed = new Set(files.map(({ path }) => path))
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (entry.isSymbolicLink()) return [`${path} is a link; a build holds files only`]
    return entry.isFile() && runs.test(path) && !listed.has(path)
      ? [`${path} has no hash: it is in the folder but not in the files of remote.json`]
      : []
  })
}

/** Scripts and styles that are a page: what a proxy or a broken build left in their place. */
export const pagesInstead = (folder: string, { files }: Descriptor): string[] =>
  files.flatMap(({ path }) => {
    const at = join(folder, path)
    return /\.(m?js|css)$/.test(path) && isFile(at) && isHtmlText(readFileSync(at))
      ? [`${path} is HTML instead of the file`]
      : []
  })
