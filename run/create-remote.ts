import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parts, root } from './parts.ts'
import { titleOf, WishError, writeRemote } from './write-remote.ts'

const usage = `npm run create-remote -- NAME [--title TEXT] [--owner TEXT] [--in FOLDER]
Makes a new remote, mfe-NAME, with one screen at /NAME, that builds, tests, publishes and pins as it is.
--in makes it elsewhere than in this workspace, and installs nothing.`

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { title: { type: 'string' }, owner: { type: 'string' }, in: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new WishError(usage)
  if (parts.some((part) => part.name === name)) throw new WishError(`there is a part named "${name}" already`)
  const folder = values.in ? resolve(values.in) : join(root, `mfe-${name}`)
  const title = values.title ?? titleOf(name)
  const files = writeRemote(folder, { name, title, owner: values.owner ?? `${title} team` })
  process.stdout.write(`${files.map((file) => `  ${relative(process.cwd(), join(folder, file))}`).join('\n')}\n`)
  if (values.in) return

  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { pnpm: string } }
  const installed = spawnSync('npx', ['--yes', `pnpm@${engines.pnpm}`, 'install', '--no-frozen-lockfile', '--reporter=append-only'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (installed.status !== 0) throw new Error('The packages could not be installed; the lines above say why.')
  process.stdout.write(`Made mfe-${name}. Next: npm start (or npm run dev), and npx vitest run --project mfe-${name}\n`)
}

try {
  main()
} catch (error) {
  process.stderr.write(`create-remote: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof WishError || error instanceof TypeError ? 2 : 1)
}
