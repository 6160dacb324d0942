import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './parts.ts'

const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
  catalog: Record<string, string>
}

/** The one exact version of a package that this workspace uses. Throws when the catalog does not name it. */
export function catalogVersion(name: string): string {
  const version = catalog[name]
  if (version === undefined) throw new Error(`pnpm-workspace.yaml: the catalog does not name ${name}`)
  return version
}
