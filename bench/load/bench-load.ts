import type { Browser } from '@playwright/test'
import { launchBrowser } from '../browser.ts'
import { atMost, median, medianRatio, noShift, type Check } from '../check.ts'
import { afterRelease } from './after-release.ts'
import { names, startCompared, type Compared, type Name } from './compared.ts'
import { measureLoad, type Load } from './measure-load.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const visitors = ['new visitor', 'returning visitor'] as const
type Visitor = (typeof visitors)[number]
type Loads = Record<Name, Record<Visitor, Load[]>>

const log = (line: string) => void process.stdout.write(`${line}\n`)
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)
const middle = (loads: Load[], what: keyof Load) => median(loads.map((load) => load[what]))

/**
 * The load of Drivers, composed, against the very same sources as one webpack build and against lean lists of other
 * frameworks over the same data, with an empty cache and with what the first visit left in it; then what a release of
 * one remote costs a browser that knows the rest.
 */
export async function benchLoad(): Promise<Check[]> {
  const compared = await startCompared()
  const browser = await launchBrowser()
  try {
    const loads = await alternating(browser, compared)
    for (const name of names) for (const visitor of visitors) log(lineOf(name, visitor, loads[name][visitor]))
    const compare = (visitor: Visitor, title: string, what: keyof Load, other: Name, goal: number) =>
      medianRatio(
        `${visitor}, ${title}: composed ÷ ${other}`,
        loads.composed[visitor].map((load) => load[what]),
        loads[other][visitor].map((load) => load[what]),
        goal,
      )
    const { cached, own } = await afterRelease(browser, compared.product, compared.screenOf('composed'))
    for (const { url, bytes } of cached.filter((file) => !own.some(({ url }) => url === file.url)))
      log(`after a release of drivers also: ${new URL(url).pathname}, ${bytes} bytes`)
    log(
      `after a release of drivers: ${cached.length} files of code, ${kib(bytesOf(cached))}; its own: ${own.length} files, ${kib(bytesOf(own))}`,
    )
    const stands = 'ms until Drivers stands'
    const clicked = 'ms until Users stands, clicked 500 ms later'
    return [
      compare('new visitor', stands, 'table', 'one bundle', 1.03),
      compare('new visitor', stands, 'table', 'react-admin', 0.7),
      compare('new visitor', stands, 'table', 'refine', 0.55),
      compare('new visitor', clicked, 'click', 'react-admin', 0.8),
      compare('new visitor', clicked, 'click', 'refine', 0.8),
      compare('new visitor', 'ms blocked', 'blocking', 'react-admin', 0.45),
      compare('new visitor', 'bytes of code', 'codeBytes', 'one bundle', 1.12),
      compare('returning visitor', stands, 'table', 'one bundle', 1.03),
      compare('returning visitor', stands, 'table', 'react-admin', 0.7),
      compare('returning visitor', stands, 'table', 'refine', 0.55),
      ...visitors.flatMap((visitor) => [
        atMost(`${visitor}, round trips for code, composed`, middle(loads.composed[visitor], 'roundTrips'), 2, 'trips'),
        noShift(
          `${visitor}, layout shift, composed`,
          loads.composed[visitor].map(({ shift }) => shift),
        ),
      ]),
      atMost('bytes after one remote’s release ÷ that remote’s own', bytesOf(cached) / bytesOf(own), 1, '×'),
    ]
  } finally {
    await browser.close()
    await compared.stop()
  }
}

/** Each once a round, so that a slow minute of the machine is everybody's; after a round that warms the servers. */
async function alternating(browser: Browser, { screenOf }: Compared): Promise<Loads> {
  const loads = Object.fromEntries(
    names.map((name) => [name, { 'new visitor': [], 'returning visitor': [] }]),
  ) as unknown as Loads
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const { url, row, storageState } = screenOf(name)
      const context = await browser.newContext({ storageState, viewport: { width: 1400, height: 900 } })
      for (const visitor of visitors) {
        const load = await measureLoad(context, url, row)
        if (round > 0) loads[name][visitor].push(load)
      }
      await context.close()
    }
  return loads
}

function lineOf(name: Name, visitor: Visitor, loads: Load[]): string {
  const tables = loads.map(({ table }) => Math.round(table))
  const figures = [
    `${Math.round(median(tables))} ms until the table stands (${Math.min(...tables)} to ${Math.max(...tables)})`,
    `then Users ${Math.round(middle(loads, 'click'))} ms after a click`,
    `blocked ${Math.round(middle(loads, 'blocking'))} ms`,
    `${kib(middle(loads, 'codeBytes'))} of code`,
    `${middle(loads, 'requests')} requests`,
    `${middle(loads, 'roundTrips')} round trips for code`,
  ]
  return `${name.padEnd(11)}  ${visitor.padEnd(17)}  ${figures.join(', ')}`
}
