import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Part } from './part.ts'

const skipped = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((file) => !isTest(file))
    .sort()
}

/**
 * The build id of a part: hash of all that its build reads (its own sources, what of the workspace is compiled into it,
 * the build's own sources, the compiler's settings, and the lockfile). 12 hex digits; equal inputs, equal id.
 */
export function buildId(part: Part): string {
  const hash = createHash('sha256').update(`${part.name}@${part.version}\n`)
  const lockfile = nearestUp(part.folder, ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'])
  const inputs = [part.folder, ...compiledIn(part), import.meta.dirname].flatMap((folder) =>
    filesBelow(folder).map((file) => ({ file, name: relative(dirname(folder), file) })),
  )
  for (const { file, name } of inputs) hash.update(`${name}\0${statSync(file).size}\0`).update(readFileSync(file))
  for (const file of compilerSettings(part.folder)) hash.update(`${basename(file)}\0`).update(readFileSync(file))
  if (lockfile) hash.update(`lockfile\0${installedFor(part, lockfile)}`)
  return hash.digest('hex').slice(0, 12)
}

/** The files that say how a part is compiled: its tsconfig.json, and those of ours that it extends. */
export function compilerSettings(folder: string): string[] {
  const files: string[] = []
  for (let file: string | undefined = join(folder, 'tsconfig.json'); file !== undefined && existsSync(file);) {
    files.push(file)
    const inherited: string | undefined = /"extends"\s*:\s*"(\.[^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1]
    file = inherited === undefined ? undefined : join(dirname(file), inherited)
  }
  return files
}

/**
 * Picks from a lockfile what concerns a part: in that of a workspace, the importers that count are the part, shared and
 * federation alone. A remote that comes or goes must not give every other part another build.
 */
function installedFor(part: Part, lockfile: string): string {
  const text = readFileSync(lockfile, 'utf8')
  if (basename(lockfile) !== 'pnpm-lock.yaml') return text
  const own = [relative(dirname(lockfile), part.folder).replaceAll('\\', '/'), 'shared', 'federation']
  return text.replace(/(?<=^importers:\n)[^]*?(?=^\S)/m, (importers) =>
    importers
      .split(/^(?= {2}\S)/m)
      .filter((importer) => own.some((name) => importer.startsWith(`  ${name}:`)))
      .join(''),
  )
}

const room = (name: string) => join(import.meta.dirname, '..', name)

/**
 * The shell's files contain shared and the browser's loader; a remote's files contain only its own code. Both are
 * described by the schema.
 */
const compiledIn = (part: Part) =>
  part.source ? [room('schema')] : [room('schema'), room('runtime'), join(sharedFolderOf(part.folder), 'src')]

export function sharedFolderOf(folder: string): string {
  const found = nearestUp(folder, [join('node_modules', '@interline', 'shared')])
  if (!found) throw new Error(`@interline/shared is not installed for ${folder}`)
  return realpathSync(found)
}

/** The first of these files in a folder, or else in one above it. */
export function nearestUp(folder: string, names: string[]): string | undefined {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const found = names.map((name) => join(at, name)).find(existsSync)
    if (found) return found
  }
  return undefined
}
