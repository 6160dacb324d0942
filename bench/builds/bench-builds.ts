import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchWithNpm, planProduct, remoteFolder, remotes, root, runNode } from '../../e2e/harness/product.ts'
import { atMost, median, ratio, type Check } from '../check.ts'

const rounds = 2
const starts = 3
const folders: Record<string, string> = { shell: join(root, 'shell'), ...Object.fromEntries(remotes.map((name) => [name, remoteFolder(name)])) }
const cacheOf = (folder: string) => join(folder, 'node_modules/.cache/webpack')

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The command that a team runs for its part, in a process of its own; in ms. */
async function build(folder: string): Promise<number> {
  const { code, ms } = await runNode(['federation/bin/build.mjs', folder]).ended
  if (code !== 0) throw new Error(`${folder} could not be built`)
  return ms
}

async function buildAll(): Promise<number> {
  let ms = 0
  for (const folder of Object.values(folders)) ms += await build(folder)
  return ms
}

/** Does something with a source of each of these parts changed, as by a person who saves it; puts it back afterwards. */
async function withChange<Result>(names: string[], mark: string, act: () => Promise<Result>): Promise<Result> {
  const files = names.map((name) => join(root, name === 'shell' ? 'shell/src/routes.tsx' : `mfe-${name}/src/routes.tsx`))
  const before = files.map((file) => readFileSync(file, 'utf8'))
  try {
    for (const [at, file] of files.entries()) writeFileSync(file, `${before[at] ?? ''}\nexport const changed = '${mark}'\n`)
    return await act()
  } finally {
    for (const [at, file] of files.entries()) writeFileSync(file, before[at] ?? '')
  }
}

async function startTime(): Promise<number> {
  const plan = await planProduct('bench', { DEMO_ROWS: '200' })
  const once = async () => {
    const began = Date.now()
    const product = launchWithNpm(plan)
    await product.printed(/^Ready: /m, 240_000)
    const ms = Date.now() - began
    await product.stop()
    return ms
  }
  await once()
  const times: number[] = []
  for (let round = 0; round < starts; round += 1) times.push(await once())
  return median(times)
}

/**
 * What a change costs: one remote (a source of drivers changed, its webpack cache warm) against everything (a source of the shell and of each remote changed), one
 * part after the other by the same command, the latter with warm caches and with none. And `npm start` when nothing changed, to its `Ready:` line.
 */
export async function benchBuilds(): Promise<Check[]> {
  const everything = Object.keys(folders)
  await buildAll()
  const one: number[] = []
  const warm: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    one.push(await withChange(['drivers'], `one ${round}`, () => build(folders.drivers ?? '')))
    warm.push(await withChange(everything, `all ${round}`, buildAll))
  }
  for (const folder of Object.values(folders)) rmSync(cacheOf(folder), { recursive: true, force: true })
  const cold = await withChange(everything, 'cold', buildAll)
  await buildAll()
  say(`one remote ${median(one)} ms; everything ${median(warm)} ms with warm caches, ${cold} ms with none`)
  return [
    ratio('rebuilding drivers ÷ rebuilding everything, caches warm', median(one) / median(warm), 0.2),
    ratio('rebuilding drivers, cache warm ÷ building everything, no cache', median(one) / cold, 0.2),
    atMost(`npm start with nothing changed, to Ready, median of ${starts}`, await startTime(), 5000),
  ]
}
