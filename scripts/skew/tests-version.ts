import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../workspace/parts.ts'

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * The commit of this checkout, with `+` when it was changed since; the version of the product where there is no git.
 */
export function testsVersion(): string {
  const commit = git('rev-parse', '--short=12', 'HEAD')
  if (!commit)
    return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
  return git('status', '--porcelain') === '' ? commit : `${commit}+`
}
