import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { launchBrowser } from '../browser.ts'
import { bundle, bundled, extensions, minimizer, sourceRules } from '../bundle.ts'
import { medianAtMost, type Check } from '../check.ts'
import { servePage } from '../serve-page.ts'
import { standing, type Stood } from '../standing/in-page.ts'
import { manyDrivers } from './many-drivers.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const sides = ['drivers', 'plain'] as const

/**
 * 100,000 rows that a backend of SPEC §7 sends at once, sorted in memory: ours within a second. Times of antd's Table,
 * taken in turn, are printed beside it.
 */
export async function benchTables(): Promise<Check[]> {
  const browser = await launchBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'interline-tables-'))
  await buildPage(folder)
  const list = join(folder, 'api/v1/admin/drivers')
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, JSON.stringify({ success: true, data: manyDrivers(100_000) }))
  const port = await takePorts()
  const server = await servePage(folder, port, () => html)
  const took: Record<(typeof sides)[number], number[]> = { drivers: [], plain: [] }
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const side of sides) took[side].push(await sortOnce(browser, `http://localhost:${port}/${side}?size=20`))
    for (const side of sides) process.stdout.write(`${side}: ${took[side].map(Math.round).join(' ')} ms\n`)
    return [medianAtMost('100,000 rows of a backend of SPEC §7 sorted by name', took.drivers, 1000)]
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
    await browser.close()
  }
}

const html =
  '<!doctype html><meta charset="utf-8"><title>Tables</title><link rel="stylesheet" href="/page.css"><div id="root"></div><script defer src="/page.js"></script>'

/** Builds the page with both tables. */
const buildPage = (folder: string) =>
  bundle({
    ...bundled,
    context: import.meta.dirname,
    entry: { page: './page/index.tsx' },
    output: { path: folder, publicPath: '/', filename: '[name].js', clean: true },
    resolve: { extensions },
    optimization: { minimizer },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].css', ignoreOrder: true })],
    module: { rules: sourceRules },
  })

// It runs in the page, as text, because tsx adds calls of its own to functions.
const sorting = `new Promise((resolve) => {
  setTimeout(() => {
    resolve(${standing({ row: 'tbody tr[data-row-key]', least: 20, otherRows: true, since: 'now' })})
    ;[...document.querySelectorAll('th')].find((heading) => heading.textContent.startsWith('Driver Name')).click()
  })
})`

/** Resolves when ten looks in a row, a tenth of a second apart, found the page idle at once. */
const atRest = `(async () => {
  for (let calm = 0; calm < 10; ) {
    await new Promise((next) => setTimeout(next, 100))
    const requestedAt = performance.now()
    await new Promise((idle) => requestIdleCallback(idle))
    calm = performance.now() - requestedAt < 50 ? calm + 1 : 0
  }
})()`

/**
 * Opens a list, waits until the page is at rest, and sorts it by name; ms until another row stands on top.
 */
async function sortOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('tbody tr[data-row-key]').first().waitFor({ timeout: 60_000 })
    await page.evaluate(atRest)
    return (await page.evaluate<Stood>(sorting)).at
  } finally {
    await context.close()
  }
}
