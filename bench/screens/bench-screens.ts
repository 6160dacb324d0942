import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { Stood } from '../standing/in-page.ts'
import { launchBrowser } from '../browser.ts'
import { medianAtMost, noShift, type Check } from '../check.ts'
import { openBench } from '../open-bench.ts'
import { changeScreen, dashboard, screenBefore, screens, whenOpen, type Screen } from './change-screen.ts'
import { measureLongChat } from './long-chat.ts'
import { interpreted, memoryOfChanges, memoryOfVisited } from './memory.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const slowdown = 4
// Prefetched files come one after the other, whenever the browser is idle.
const idle = 5000
const log = (line: string) => void process.stdout.write(`${line}\n`)

type Changes = Map<string, Stood[]>

/**
 * From a click in the sidebar until the screen stands, on a CPU four times slower; a conversation of 10,000 messages;
 * what 200 changes of screen leave in memory, and what all screens take beside one.
 */
export async function benchScreens(): Promise<Check[]> {
  const { product, newPage, close } = await openBench({ DEMO_ROWS: '200' })
  try {
    const { page, cdp, context } = await newPage()
    await page.goto('/')
    await whenOpen(page, dashboard)
    await page.waitForTimeout(idle)
    for (const screen of screens) await changeScreen(page, cdp, screen)
    const visited = await visitInTurns(page, cdp)
    // The same person in a browser that knows all screens, and has nothing of them cached.
    const storageState = await context.storageState()
    await context.browser()?.close()
    const first = await firstVisits({ baseURL: product.url, storageState })
    return [
      ...checksOf('visited before', visited, 60),
      ...checksOf('visited first', first, 500),
      ...(await measureLongChat(await newPage())),
      ...(await memoryOfChanges(await newPage(interpreted))),
      await memoryOfVisited(await newPage(interpreted)),
    ]
  } finally {
    await close()
  }
}

async function visitInTurns(page: Page, cdp: CDPSession): Promise<Changes> {
  const changes: Changes = new Map()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (let round = 0; round < rounds; round += 1) {
    for (const screen of screens) {
      await page.waitForTimeout(600)
      keep(changes, screen, await changeScreen(page, cdp, screen))
    }
  }
  return changes
}

/** Each screen as the first one that is opened after another, which stood for some seconds. */
async function firstVisits(options: Pick<BrowserContextOptions, 'baseURL' | 'storageState'>): Promise<Changes> {
  const changes: Changes = new Map()
  const browser = await launchBrowser()
  for (let round = 0; round < rounds; round += 1) {
    for (const screen of screens) {
      const context = await browser.newContext({ ...options, viewport: { width: 1400, height: 900 } })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      const from = screenBefore(screen)
      await page.goto(from.url)
      await whenOpen(page, from)
      await page.waitForTimeout(idle)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      keep(changes, screen, await changeScreen(page, cdp, screen))
      await context.close()
    }
  }
  await browser.close()
  return changes
}

function keep(changes: Changes, { entry }: Screen, stood: Stood) {
  for (const moved of stood.shifts) log(`moved on ${entry}: ${moved}`)
  changes.set(entry, [...(changes.get(entry) ?? []), stood])
}

function checksOf(what: string, changes: Changes, goal: number): Check[] {
  const all = [...changes]
  return [
    ...all.map(([entry, stood]) =>
      medianAtMost(
        `${entry}, ${what}: from the click until it stands, CPU ×4`,
        stood.map(({ at }) => at),
        goal,
      ),
    ),
    noShift(
      `layout shift of screens ${what}`,
      all.flatMap(([, stood]) => stood.map(({ shift }) => shift)),
    ),
  ]
}
