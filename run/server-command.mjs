import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.mjs'

/** Runs a command of the server as a process of its own, and ends as it ends. */
export function runServerCommand(name) {
  install()
  const file = join(import.meta.dirname, '..', 'server', 'src', 'backup', 'main.ts')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, name, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
