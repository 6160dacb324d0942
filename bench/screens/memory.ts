import type { CDPSession, Page } from '@playwright/test'
import { atMost, type Check } from '../check.ts'
import type { BenchPage } from '../open-bench.ts'
import { changeScreen, screens, whenOpen } from './change-screen.ts'

const warmUp = 20
const changes = 200
const every = 20

// V8 counts what it compiles as heap, and goes on compiling for hundreds of changes: of its growth only that of objects
// is ours.
export const interpreted = ['--js-flags=--no-opt --no-maglev --no-sparkplug']

// Ends where it began, so that each measure finds the same screen.
const tour = [
  'Drivers',
  'Driver Rides',
  'Chats',
  'a chat',
  'Users',
  'User Rides',
  'Chats',
  'Users',
  'Drivers',
  'Dashboard',
] as const

/** All that a page still holds for each of 200 changes of its screen, once all garbage is gone. */
export async function memoryOfChanges({ page, cdp }: BenchPage): Promise<Check[]> {
  await cdp.send('Performance.enable')
  await page.goto('/')
  const measured: Memory[] = []
  for (let change = 0; change <= warmUp + changes; change += 1) {
    if (change >= warmUp && (change - warmUp) % every === 0) measured.push(await measureMemory(page, cdp))
    await visit(page, tour[change % tour.length] ?? 'Dashboard')
  }
  const slope = (what: keyof Memory) => slopeOf(measured.map((one) => one[what])) / every
  return [
    atMost(`heap kept for each of ${changes} changes of screen`, slope('heap') / 1000, 5, 'KB'),
    atMost(`DOM nodes kept for each of ${changes} changes of screen`, slope('nodes'), 0, 'nodes'),
    atMost(`event listeners kept for each of ${changes} changes of screen`, slope('listeners'), 0, 'listeners'),
  ]
}

// A page that saves data fetches nothing ahead: what is in memory is what was opened.
const savesData = `Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' }) })`

/** The heap after all six screens were opened, beside that after the first. */
export async function memoryOfVisited({ page, cdp }: BenchPage): Promise<Check> {
  await cdp.send('Performance.enable')
  await page.addInitScript({ content: savesData })
  const [first, ...others] = screens
  await page.goto(first.url)
  await whenOpen(page, first)
  await page.waitForTimeout(3000)
  const one = await measureMemory(page, cdp)
  for (const screen of [...others, first]) await changeScreen(page, cdp, screen)
  await page.waitForTimeout(3000)
  const all = await measureMemory(page, cdp)
  return atMost('heap with six screens visited ÷ with one', all.heap / one.heap, 1.5, '×')
}

async function visit(page: Page, entry: (typeof tour)[number]) {
  if (entry === 'a chat') {
    await page.getByRole('list', { name: 'Chat List' }).getByRole('link').first().click()
    return page.getByRole('log').getByRole('listitem').first().waitFor()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: entry, exact: true }).waitFor()
  const screen = screens.find((one) => one.entry === entry)
  if (screen) await page.locator(screen.row).first().waitFor()
}

type Memory = { heap: number; nodes: number; listeners: number }

/** All that the page holds once all garbage is gone; the heap in bytes. */
async function measureMemory(page: Page, cdp: CDPSession): Promise<Memory> {
  // The work that the last change set going comes to its end first.
  await page.waitForTimeout(500)
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

/** Least squares: how much the values rise from one to the next. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread
}
