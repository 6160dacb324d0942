import type { CDPSession, Page } from '@playwright/test'

const kilobyte = 1000
const warmUp = 20
const changes = 200
const every = 20

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

type Measure = { heap: number; nodes: number; listeners: number; documents: number }

/**
 * What a page still holds for each change of its screen, once all garbage is gone: the slope of a line through the
 * measures.
 */
export async function memorySlope(page: Page, cdp: CDPSession): Promise<Measure> {
  await cdp.send('Performance.enable')
  await page.goto('/')
  const measured: Measure[] = []
  for (let change = 0; change <= warmUp + changes; change += 1) {
    if (change >= warmUp && (change - warmUp) % every === 0) measured.push(await measureMemory(page, cdp))
    await visit(page, tour[change % tour.length] ?? 'Dashboard')
  }
  const slope = (what: keyof Measure) => slopeOf(measured.map((one) => one[what])) / every
  return {
    heap: slope('heap') / kilobyte,
    nodes: slope('nodes'),
    listeners: slope('listeners'),
    documents: slope('documents'),
  }
}

async function visit(page: Page, screen: (typeof tour)[number]) {
  const main = page.getByRole('main')
  if (screen === 'a chat') {
    await main.getByRole('list', { name: 'Chat List' }).getByRole('link').first().click()
    return main.getByRole('log').getByRole('listitem').first().waitFor()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true }).click()
  await main.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor()
  const content =
    screen === 'Dashboard'
      ? main.locator('[data-figure] p')
      : screen === 'Chats'
        ? main.getByRole('list', { name: 'Chat List' }).getByRole('link')
        : main.locator('tr.il-row')
  await content.first().waitFor()
}

/** What the page holds once all garbage is gone; the heap in bytes. */
export async function measureMemory(page: Page, cdp: CDPSession): Promise<Measure> {
  // What the last change set going comes to its end first.
  await page.waitForTimeout(500)
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return {
    heap: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    documents: value('Documents'),
  }
}

/** Least squares: how much the values rise from one to the next. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread
}
