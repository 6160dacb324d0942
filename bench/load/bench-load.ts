import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { signInTo } from '../../e2e/harness/backend.ts'
import { chromiumFlags, chromiumPath } from '../../e2e/harness/chromium.ts'
import { takePorts } from '../../e2e/harness/ports.ts'
import { startProduct } from '../../e2e/harness/product.ts'
import { sessionState } from '../../e2e/harness/session-state.ts'
import { atMost, median, ratio, type Check } from '../check.ts'
import { buildMonolith } from './build-monolith.ts'
import { measureLoad, type Load } from './measure-load.ts'
import { serveMonolith } from './serve-monolith.ts'

const rounds = 7
const screen = '/drivers'
const row = 'tbody tr.ant-table-row'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const middle = (loads: Load[], what: keyof Load) => median(loads.map((load) => load[what]))

/**
 * The first load of Drivers, composed, against the very same sources as one webpack build: one plain, one with the same tuning. All
 * three in turns, so that a slow minute of the machine is everybody's.
 */
export async function benchLoad(): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bench-'))
  const port = await takePorts()
  const origins = { plain: `http://localhost:${port}`, tuned: `http://localhost:${port + 1}` }
  const product = await startProduct('bench', { ALLOWED_ORIGINS: Object.values(origins).join(',') })
  const plain = await serveMonolith(await buildMonolith('plain', join(folder, 'plain')), port, product.url)
  const tuned = await serveMonolith(await buildMonolith('tuned', join(folder, 'tuned')), port + 1, product.url)
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  try {
    const session = await signInTo('product', product.apiUrl)
    const urls = { composed: product.url, ...origins }
    const loads: Record<keyof typeof urls, Load[]> = { composed: [], plain: [], tuned: [] }
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, url] of Object.entries(urls) as [keyof typeof urls, string][]) {
        const load = await measureLoad(browser, url + screen, sessionState(url, session), row)
        // The first of each warms the servers.
        if (round > 0) loads[name].push(load)
      }
    }
    for (const [name, all] of Object.entries(loads)) {
      const tables = all.map(({ table }) => Math.round(table))
      say(`${name.padEnd(8)}  ${Math.round(middle(all, 'table'))} ms to the table (${Math.min(...tables)} to ${Math.max(...tables)}), blocked ${Math.round(middle(all, 'blocking'))} ms, ${Math.round(middle(all, 'codeBytes') / 1024)} KiB of code, ${middle(all, 'requests')} requests, ${middle(all, 'roundTrips')} code round trips`)
    }
    const compare = (what: keyof Load, other: 'plain' | 'tuned') => middle(loads.composed, what) / middle(loads[other], what)
    return [
      ratio('ms to the table: composed ÷ plain monolith', compare('table', 'plain'), 0.8),
      ratio('blocking: composed ÷ plain monolith', compare('blocking', 'plain'), 0.8),
      ratio('ms to the table: composed ÷ tuned monolith', compare('table', 'tuned'), 1.05),
      ratio('code bytes: composed ÷ tuned monolith', compare('codeBytes', 'tuned'), 1.06),
      atMost('code round trips, composed', middle(loads.composed, 'roundTrips'), 2, 'trips'),
    ]
  } finally {
    await browser.close()
    for (const server of [plain, tuned]) {
      server.closeAllConnections()
      server.close()
    }
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
