import { appendFileSync, copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyCheckout } from '../../e2e/harness/guide/checkout.ts'
import { planProduct, remotes, root, run } from '../../e2e/harness/product/product.ts'
import { atMost, median, type Check } from '../check.ts'

const rounds = 2
const starts = 3
const parts = ['shell', ...remotes.map((name) => `mfe-${name}`)]
const sourceOf = (part: string) => join(part, 'src/routes.tsx')

const log = (line: string) => void process.stdout.write(`${line}\n`)

/** The command that a team runs for its part, in a process of its own; in ms. */
async function build(checkout: string, part: string): Promise<number> {
  const { code, ms } = await run(process.execPath, ['federation/bin/build.mjs', part], {}, checkout).ended
  if (code !== 0) throw new Error(`${part} could not be built`)
  return ms
}

async function buildAll(checkout: string): Promise<number> {
  let ms = 0
  for (const part of parts) ms += await build(checkout, part)
  return ms
}

/**
 * Does something with a source of each of these parts changed, as by a person who saves it; puts it back afterwards.
 */
async function withChange<Result>(
  checkout: string,
  changed: string[],
  mark: string,
  act: () => Promise<Result>,
): Promise<Result> {
  for (const part of changed) appendFileSync(join(checkout, sourceOf(part)), `\nexport const changed = '${mark}'\n`)
  const result = await act()
  for (const part of changed) copyFileSync(join(root, sourceOf(part)), join(checkout, sourceOf(part)))
  return result
}

/** `npm start` in a checkout, once to install and build what is not there yet, then with nothing changed; in ms. */
async function startTime(checkout: string): Promise<number> {
  const { env } = await planProduct('bench', { DEMO_ROWS: '200' })
  const once = async () => {
    const began = Date.now()
    const product = run('npm', ['start'], env, checkout)
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
 * Measures what a change costs: one remote (a source of drivers changed, its webpack cache warm) against everything (a
 * source of the shell and of each remote changed), one part after the other by the same command, the latter with warm
 * caches and with none. And `npm start` when nothing changed, to its `Ready:` line. All of it in a copy of the
 * checkout, so that nobody's work is changed, however the bench ends.
 */
export async function benchBuilds(): Promise<Check[]> {
  const checkout = copyCheckout()
  try {
    const start = await startTime(checkout)
    await buildAll(checkout)
    const one: number[] = []
    const warm: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      one.push(await withChange(checkout, ['mfe-drivers'], `one ${round}`, () => build(checkout, 'mfe-drivers')))
      warm.push(await withChange(checkout, parts, `all ${round}`, () => buildAll(checkout)))
    }
    for (const part of parts)
      rmSync(join(checkout, part, 'node_modules/.cache/webpack'), { recursive: true, force: true })
    const cold = await withChange(checkout, parts, 'cold', () => buildAll(checkout))
    log(`one remote ${median(one)} ms; everything ${median(warm)} ms with warm caches, ${cold} ms with none`)
    return [
      atMost('rebuilding drivers ÷ rebuilding everything, caches warm', median(one) / median(warm), 0.2, '×'),
      atMost('rebuilding drivers, cache warm ÷ building everything, no cache', median(one) / cold, 0.2, '×'),
      atMost(`npm start with nothing changed, to Ready, median of ${starts}`, start, 5000),
    ]
  } finally {
    rmSync(dirname(checkout), { recursive: true, force: true })
  }
}
