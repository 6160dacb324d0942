import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { launchBrowser } from '../browser.ts'
import { takePorts } from '../../e2e/harness/product/ports.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { atMost, median, medianAtMost, medianRatio, noShift, type Check } from '../check.ts'
import { acts, measure, openList, type Cost } from './acts.ts'
import { buildPage } from './build-page.ts'
import { servePage } from './serve-page.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const slowdown = 4
const log = (line: string) => void process.stdout.write(`${line}\n`)
const longest = (costs: Cost[]) => Math.max(...costs.map((cost) => cost.longest))
const middle = (costs: Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what]))

/** Does acts one after the other in a new page, and says what each cost. */
async function inNewPage(
  browser: Browser,
  url: string,
  doing: readonly (keyof typeof acts)[],
  cpu = 1,
  options: BrowserContextOptions = {},
): Promise<Cost[]> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  try {
    const page = await context.newPage()
    const session = await openList(page, url)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    const costs: Cost[] = []
    const size = Number(new URL(url).searchParams.get('size'))
    for (const act of doing) costs.push(await measure(page, session, acts[act], size))
    return costs
  } finally {
    await context.close()
  }
}

/** Lists of the product and of 100,000 rows in memory, the latter against antd's Table in the same page. */
export async function benchTables(): Promise<Check[]> {
  const browser = await launchBrowser()
  try {
    return [...(await wholePages(browser)), ...(await wholeList(browser))]
  } finally {
    await browser.close()
  }
}

/** Other rows of the product, from the API's answer until they stand, on a CPU four times slower. */
async function wholePages(browser: Browser): Promise<Check[]> {
  const product = await startProduct('tables', { DEMO_ROWS: '1000' })
  try {
    const storageState = sessionState(product.url, await signInTo('product', product.apiUrl))
    const doing = ['page', 'sort', 'verified'] as const
    const goals = { 20: 150, 100: 350 }
    const costs: Record<keyof typeof goals, Cost[][]> = { 20: [], 100: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const size of [20, 100] as const) {
        const url = `${product.url}/drivers?size=${size}`
        costs[size].push(await inNewPage(browser, url, doing, slowdown, { storageState }))
      }
    }
    return ([20, 100] as const).flatMap((size) => {
      const all = costs[size].flat()
      log(
        `${size} rows: longest task ${Math.round(longest(all))} ms, ${Math.round(middle(all, 'script'))} ms of script`,
      )
      return [
        ...doing.map((act, at) =>
          medianAtMost(
            `${size} rows of Drivers after ${act}, from the answer until they stand, CPU ×4`,
            costs[size].map((round) => round[at]?.sinceAnswer ?? Number.NaN),
            goals[size],
          ),
        ),
        noShift(
          `layout shift when ${size} rows take the place of others`,
          all.map(({ shift }) => shift),
        ),
      ]
    })
  } finally {
    await product.stop()
  }
}

/** 100,000 rows that a backend sends at once. */
async function wholeList(browser: Browser): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interline-tables-'))
  await buildPage(folder)
  const port = await takePorts()
  const server = await servePage(folder, port, 100_000)
  const origin = `http://localhost:${port}`
  const all: Record<string, Cost[]> = {}
  const keep = (name: string, costs: Cost[]) => (all[name] = [...(all[name] ?? []), ...costs])
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const side of ['drivers', 'plain']) {
        for (const act of ['sort', 'day'] as const)
          keep(`${side} ${act}`, await inNewPage(browser, `${origin}/${side}?size=20`, [act]))
        keep(`${side} page`, await inNewPage(browser, `${origin}/${side}?size=100`, ['page', 'page', 'page']))
      }
      keep('drivers search', await inNewPage(browser, `${origin}/drivers?size=20`, ['search']))
    }
    for (const [name, costs] of Object.entries(all)) {
      log(
        `${name.replace('drivers', 'ours').padEnd(12)}  ${Math.round(middle(costs, 'took'))} ms to the rows (${costs.map(({ took }) => Math.round(took)).join(' ')}), longest task ${Math.round(longest(costs))} ms, ${Math.round(middle(costs, 'script'))} ms of script`,
      )
    }
    const costs = (name: string) => all[name] ?? []
    const against = (act: string, what: keyof Cost) =>
      [costs(`drivers ${act}`), costs(`plain ${act}`)].map((some) => some.map((cost) => cost[what])) as [
        number[],
        number[],
      ]
    return [
      medianRatio('100,000 rows sorted: ours ÷ plain antd Table', ...against('sort', 'took'), 0.5),
      medianRatio('100,000 rows filtered by day: ours ÷ plain antd Table', ...against('day', 'took'), 0.5),
      atMost(
        '100,000 rows, longest task of sort, day and search',
        longest(['sort', 'day', 'search'].flatMap((act) => costs(`drivers ${act}`))),
        100,
      ),
      medianRatio('100 rows drawn anew, script: ours ÷ plain antd Table', ...against('page', 'script'), 0.5),
    ]
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
