import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.mjs'

/** The commands of package.json: `node scripts/run.mjs COMMAND ARGUMENT…`. */
const commands = {
  start: async () => (await import('./product/product.ts')).startProduct(process.env),
  dev: (args) => (args.length > 0 ? import('./dev/dev-remote.ts') : import('./dev/dev-product.ts')),
  test: () => import('./test/main.ts'),
  'test:bare': () => import('./test/bare.ts'),
  'test:faults': () => import('./test/faults.ts'),
  'test:security': () => import('./test/security.ts'),
  release: () => import('@interline/federation/release-cli'),
  skew: () => import('./skew/main.ts'),
  backup: (args) => runServerCommand('backup/main.ts', ['backup', ...args]),
  restore: (args) => runServerCommand('backup/main.ts', ['restore', ...args]),
  audit: (args) => runServerCommand('audit/main.ts', args),
  admin: (args) => runServerCommand('admin/main.ts', args),
  picture: () => import('./picture/main.ts'),
  simulate: () => import('./simulate/main.ts'),
  bench: async () => {
    const { findBrowser } = await import('./workspace/browser.ts')
    process.env.CHROMIUM_PATH = findBrowser((line) => process.stdout.write(`${line}\n`))
    await import('../bench/main.ts')
  },
  'create-remote': () => import('./create-remote/main.ts'),
  'pack-packages': () => import('./pack-packages/main.ts'),
}

/** A command of the server runs as a process of its own, and this one ends as it ends. */
function runServerCommand(name, args) {
  const file = join(import.meta.dirname, '..', 'server', 'src', name)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

// A command finds its own arguments where Node has them.
const [name] = process.argv.splice(2, 1)
const args = process.argv.slice(2)
if (!Object.hasOwn(commands, name ?? '')) {
  process.stderr.write(`There is no command "${name}"; the commands are ${Object.keys(commands).join(', ')}.\n`)
  process.exit(2)
}
install()
const { register } = await import('tsx/esm/api')
register()
await commands[name](args)
