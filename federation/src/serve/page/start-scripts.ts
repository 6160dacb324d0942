import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactFolder, type Release } from '../../schema/index.ts'

/**
 * Reads the start scripts of published shells, each once; '' where there is none. What was altered does not run: the
 * page's policy has its hash.
 */
export function startScripts(folder: string): (release: Release) => string {
  const known = new WeakMap<Release, string>()
  return (release) => {
    const { descriptor } = release.shell
    const kept = known.get(release)
    if (kept !== undefined) return kept
    const file = join(folder, artifactFolder(descriptor), descriptor.start)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text !== '') known.set(release, text)
    return text
  }
}
