import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lock } from 'proper-lockfile'
import { root } from './parts.ts'
import { pnpm } from './pnpm.ts'

/** All that a team outside of this repository installs: all that a remote needs besides itself. */
const packages = ['shared', 'federation'] as const
type PackageName = (typeof packages)[number]

/** The file that a package is packed into: `interline-shared-1.0.0.tgz`. */
export function packedName(name: PackageName): string {
  const { version } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as { version: string }
  return `interline-${name}-${version}.tgz`
}

/**
 * Packs both packages into a folder, as they would be published: plain JavaScript with its declarations, versions
 * written out. Returns the files. Rejects with what the compiler or pnpm said. Runs side by side from one checkout wait
 * for each other.
 */
export async function packPackages(to: string): Promise<string[]> {
  const folder = resolve(to)
  mkdirSync(folder, { recursive: true })
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const release = await lock(cache, {
    lockfilePath: join(cache, 'pack.lock'),
    stale: 60_000,
    retries: { retries: 240, minTimeout: 500, maxTimeout: 500 },
  })
  try {
    return await Promise.all(
      packages.map(async (name) => {
        await pnpm(['pack', '--pack-destination', folder], join(root, name))
        const file = join(folder, packedName(name))
        if (!existsSync(file)) throw new Error(`pnpm pack made no ${file}`)
        return file
      }),
    )
  } finally {
    await release()
  }
}
