import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './parts.ts'

const lines = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\n')
const start = lines.indexOf('catalog:') + 1
const entries = lines.slice(start, lines.indexOf('', start)).map((line) => line.match(/^ {2}"?([^":]+)"?: (\S+)$/))
const versions = new Map(entries.flatMap((entry) => (entry?.[1] && entry[2] ? [[entry[1], entry[2]] as const] : [])))

/** The one exact version of a package that this workspace uses. Throws when the catalog does not name it. */
export function catalogVersion(name: string): string {
  const version = versions.get(name)
  if (version === undefined) throw new Error(`pnpm-workspace.yaml: the catalog does not name ${name}`)
  return version
}
