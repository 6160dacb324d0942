import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../product/product.ts'
import { newDataFolder } from '../product/run-folder.ts'

const built = ['shell', 'mfe-drivers', 'mfe-users', 'mfe-rides', 'mfe-chat', 'mfe-team']

/**
 * A copy of this checkout as it is now, without its node_modules and data: whoever follows a guide may change it. What
 * the parts' sources were built into, if they were, comes with them, so that nothing is built twice. Its folder is
 * called `interline`.
 */
export function copyCheckout(): string {
  const copy = join(newDataFolder('checkout'), 'interline')
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0')
  for (const file of files) {
    // A file that was deleted and not yet committed is listed too.
    if (file && existsSync(join(root, file)) && !lstatSync(join(root, file)).isDirectory())
      cpSync(join(root, file), join(copy, file))
  }
  for (const part of built) {
    const dist = join(root, part, 'dist')
    if (existsSync(dist)) cpSync(dist, join(copy, part, 'dist'), { recursive: true })
  }
  return copy
}
