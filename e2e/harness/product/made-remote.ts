import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, runNode, type Product } from './product.ts'

/** A remote of create-remote is made from this: another of these is another remote. */
const inputs = [
  ...['scripts/create-remote', 'scripts/workspace', 'shared/src', 'federation/src', 'tsconfig.base.json'],
  ...['shared/package.json', 'federation/package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'],
].map((path) => join(root, path))

const filesOf = (path: string): string[] =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(path, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesOf)) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const about = { name: 'terminals', title: 'Terminals', owner: 'Terminals team' }
// Workers find what the setup of their run made, whatever is edited meanwhile.
const home = (process.env.INTERLINE_MADE_REMOTE ??= join(tmpdir(), `interline-made-remote-${hashOfInputs()}`))

/** A remote that `npm run create-remote` made, outside of this repository, installed from its own package.json. */
export const madeRemote = { ...about, folder: join(home, about.name) }

const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' }

/** Makes it, unless an earlier run made it of the same sources. */
export async function makeRemote(): Promise<void> {
  if (existsSync(home)) return
  const draft = mkdtempSync(`${home}-`)
  try {
    const folder = join(draft, about.name)
    const { name, title, owner } = about
    const args = ['scripts/run.mjs', 'create-remote', name, '--title', title, '--owner', owner, '--in', folder]
    const steps = [() => runNode(args), () => run('npm', ['install'], quiet, folder)]
    for (const step of steps) {
      const running = step()
      const { code } = await running.ended
      if (code !== 0) throw new Error(`the remote of create-remote could not be made:\n${running.output()}`)
    }
    renameSync(draft, home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Builds a remote and publishes it into a product: by the tool of its own package, as an outside team does. */
export async function publishOutside(product: Pick<Product, 'dataDir'>, folder: string, origin: string): Promise<void> {
  const tool = join(folder, 'node_modules/.bin/interline-release')
  const running = run(tool, ['publish', '.', '--origin', origin], { DATA_DIR: product.dataDir }, folder)
  const { code } = await running.ended
  if (code !== 0) throw new Error(`${folder} could not be published:\n${running.output()}`)
}
