import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function refuse(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    refuse(`Interline needs Node ${engines.node}; this is ${process.versions.node}.`)
}

// pnpm leaves the lockfile it installed beside what it installed: where the two are equal there is nothing to do.
function isInstalled() {
  const installed = join(root, 'node_modules', '.pnpm', 'lock.yaml')
  return existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
}

/** Installs what the lockfile names, with the pnpm of package.json's `engines`, unless it is there already. */
export function install() {
  requireNode()
  if (isInstalled()) return
  process.stdout.write('Installing packages (frozen lockfile)\n')
  const pnpm = spawnSync(
    'npx',
    ['--yes', `pnpm@${engines.pnpm}`, 'install', '--frozen-lockfile', '--reporter=append-only'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // NODE_ENV=production is a setting of the product; pnpm would take it as "leave the build tools out".
      env: { ...process.env, NODE_ENV: 'development' },
      shell: process.platform === 'win32',
    },
  )
  if (pnpm.status !== 0) refuse('The packages could not be installed; the lines above say why.')
}
