import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const first = ['drivers', 'users', 'rides', 'chat', 'team']

export type PartFolder = { name: string; folder: string }

/** The parts that are here now, in the order of `parts`. */
export function findParts(): PartFolder[] {
  const others = readdirSync(root)
    .filter((folder) => folder.startsWith('mfe-') && existsSync(join(root, folder, 'remote.json')))
    .map((folder) => folder.slice('mfe-'.length))
    .filter((name) => !first.includes(name))
    .sort()
  return [
    { name: 'shell', folder: join(root, 'shell') },
    ...[...first, ...others].map((name) => ({ name, folder: join(root, `mfe-${name}`) })),
  ]
}

/**
 * The parts in the order of their ports: the shell at PORT, then each remote at the next; remotes that came later at
 * the end.
 */
export const parts = findParts()
