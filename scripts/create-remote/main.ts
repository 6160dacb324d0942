import { execFileSync } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackages } from '../workspace/packages.ts'
import { parts, root } from '../workspace/parts.ts'
import { pnpm } from '../workspace/pnpm.ts'
import { titleOf, UsageError, writeRemote } from './write-remote.ts'

const usage = `npm run create-remote -- NAME [--title TEXT] [--owner TEXT] [--in FOLDER]
Makes a new remote with one screen at /NAME, that builds, tests, publishes and pins as it is: mfe-NAME in this workspace, installed.
--in makes it in FOLDER, outside of this workspace, where it stands alone: with its own versions, and shared and federation as packages.`

const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs')
const isBelow = (folder: string, above: string) => !relative(above, folder).startsWith('..')
const log = (line: string) => void process.stdout.write(`${line}\n`)

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      owner: { type: 'string' },
      in: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return log(usage)
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new UsageError(usage)
  if (parts.some((part) => part.name === name)) throw new UsageError(`there is a part named "${name}" already`)
  if (values.in !== undefined && isBelow(resolve(values.in), root))
    throw new UsageError(`${resolve(values.in)} is in this workspace; without --in it becomes mfe-${name}`)
  const folder = values.in === undefined ? join(root, `mfe-${name}`) : resolve(values.in)
  const title = values.title ?? titleOf(name)
  const files = writeRemote(
    folder,
    { name, title, owner: values.owner ?? `${title} team` },
    values.in === undefined ? 'inside' : 'outside',
  )
  const packed =
    values.in === undefined ? [] : (await packPackages(join(folder, 'packages'))).map((file) => relative(folder, file))
  for (const file of [...files, ...packed]) log(`  ${relative(process.cwd(), join(folder, file))}`)

  if (values.in !== undefined)
    return log(`Made ${folder}. Next, there: npm install; npm test; npm run types; npm run build`)
  execFileSync(process.execPath, [prettier, '--log-level', 'warn', '--write', folder], { cwd: root, stdio: 'inherit' })
  await pnpm(['install', '--no-frozen-lockfile', '--reporter=append-only'], root, { loud: true })
  log(
    `Made mfe-${name}. Next: npm start (or npm run dev; one that runs takes it in by itself), and npx vitest run --project mfe-${name}`,
  )
}

try {
  await main()
} catch (error) {
  process.stderr.write(`create-remote: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof UsageError || error instanceof TypeError ? 2 : 1)
}
