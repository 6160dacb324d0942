import type { Browser } from '@playwright/test'
import { launchBrowser } from '../browser.ts'
import { atMost, median, medianRatio, noShift, ratio, type Check } from '../check.ts'
import { afterRelease } from './after-release.ts'
import { names, startCompared, type Compared, type Name } from './compared.ts'
import { loaderCost } from './loader-cost.ts'
import { measureLoad, type Load } from './measure-load.ts'
import { visited } from './visited.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)

const log = (line: string) => void process.stdout.write(`${line}\n`)
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)
const middle = (loads: Load[], what: keyof Load) => median(loads.map((load) => load[what]))

/**
 * The first load of Drivers, composed, against the very same sources as one webpack build (one plain, one with the same
 * tuning) and against lean lists of other frameworks over the same data; then what a release of one remote costs a
 * browser that knows the rest, and what the loader of SPEC §2 costs when it is on.
 */
export async function benchLoad(): Promise<Check[]> {
  const compared = await startCompared()
  const browser = await launchBrowser()
  try {
    const loads = await alternating(browser, compared)
    for (const name of names) log(lineOf(name, loads[name]))
    const compare = (title: string, what: keyof Load, other: Name, goal: number) =>
      medianRatio(
        title,
        loads.composed.map((load) => load[what]),
        loads[other].map((load) => load[what]),
        goal,
      )

    const withLoader = await loaderCost(browser, compared.withLoader, compared.screenWithLoader)
    log(`composed with LOADER_MS=3000: ${Math.round(withLoader)} ms until the loader is gone and the table stands`)
    const { cached, own } = await afterRelease(compared.product, compared.screenOf('composed'))
    for (const { url, bytes } of cached.filter((file) => !own.some(({ url }) => url === file.url)))
      log(`after a release of drivers also: ${new URL(url).pathname}, ${bytes} bytes`)
    log(
      `after a release of drivers: ${cached.length} files of code, ${kib(bytesOf(cached))}; its own: ${own.length} files, ${kib(bytesOf(own))}`,
    )
    return [
      compare('ms until Drivers stands: composed ÷ plain monolith', 'table', 'plain', 0.75),
      compare('ms until Drivers stands: composed ÷ tuned monolith', 'table', 'tuned', 1.03),
      compare('ms until Drivers stands: composed ÷ react-admin', 'table', 'react-admin', 0.7),
      compare('ms until Drivers stands: composed ÷ refine with antd', 'table', 'refine', 0.55),
      compare('ms until Users stands, clicked 500 ms later: composed ÷ react-admin', 'click', 'react-admin', 0.8),
      compare('ms until Users stands, clicked 500 ms later: composed ÷ refine', 'click', 'refine', 0.8),
      compare('blocking: composed ÷ plain monolith', 'blocking', 'plain', 0.8),
      compare('blocking: composed ÷ react-admin', 'blocking', 'react-admin', 0.45),
      compare('code bytes: composed ÷ tuned monolith', 'codeBytes', 'tuned', 1.12),
      atMost('code round trips, composed', middle(loads.composed, 'roundTrips'), 2, 'trips'),
      noShift(
        'layout shift of a first load, composed',
        loads.composed.map(({ shift }) => shift),
      ),
      ratio('bytes after one remote’s release ÷ that remote’s own', bytesOf(cached) / bytesOf(own), 1),
    ]
  } finally {
    await browser.close()
    await compared.stop()
  }
}

/** Each once a round, so that a slow minute of the machine is everybody's. */
async function alternating(browser: Browser, { screenOf }: Compared): Promise<Record<Name, Load[]>> {
  const loads: Record<Name, Load[]> = { composed: [], plain: [], tuned: [], 'react-admin': [], refine: [] }
  const known = new Map<Name, Awaited<ReturnType<typeof visited>>>()
  // This warms the servers as well.
  for (const name of names) known.set(name, await visited(browser, screenOf(name)))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { url, row } = screenOf(name)
      loads[name].push(await measureLoad(browser, url, known.get(name), row))
    }
  }
  return loads
}

function lineOf(name: Name, loads: Load[]): string {
  const tables = loads.map(({ table }) => Math.round(table))
  const figures = [
    `${Math.round(middle(loads, 'table'))} ms until the table stands (${Math.min(...tables)} to ${Math.max(...tables)})`,
    `then Users ${Math.round(middle(loads, 'click'))} ms after a click`,
    `blocked ${Math.round(middle(loads, 'blocking'))} ms`,
    `${kib(middle(loads, 'codeBytes'))} of code`,
    `${middle(loads, 'requests')} requests`,
    `${middle(loads, 'roundTrips')} code round trips`,
  ]
  return `${name.padEnd(11)}  ${figures.join(', ')}`
}
