import { chromium } from '@playwright/test'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import {
  compare,
  firstLoad,
  mostRequests,
  mostTrips,
  writeBudgets,
  type FirstLoad,
} from '../../e2e/harness/page/budgets.ts'
import { officeBrowser } from '../../e2e/harness/page/chromium.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { openScreen, screens } from '../../e2e/harness/page/screens.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { atMost, type Check } from '../check.ts'

/**
 * Measures what the first load of each screen takes. With `update` the bytes are written to `bench/budgets.json` as
 * what landed.
 */
export async function benchBudgets({ update }: { update: boolean }): Promise<Check[]> {
  const loads = await measure()
  const bytes = new Map([...loads].map(([path, load]) => [path, load.bytes]))
  if (update) writeBudgets(bytes)
  return [...loads].flatMap(([path, load]) => {
    const { said, ceiling } = compare(path, load.bytes)
    return [
      atMost(said, load.bytes, ceiling, 'bytes'),
      atMost(`${path}: requests of code`, load.requests, mostRequests, 'requests'),
      atMost(`${path}: round trips of code`, load.roundTrips, mostTrips(path), 'trips'),
    ]
  })
}

async function measure(): Promise<Map<string, FirstLoad>> {
  const product = await startProduct('bench', { DEMO_ROWS: '60' })
  const { launchOptions, viewport, locale, timezoneId } = officeBrowser
  const browser = await chromium.launch(launchOptions)
  try {
    const storageState = sessionState(product.url, await signInTo('product', product.apiUrl))
    const loads = new Map<string, FirstLoad>()
    for (const { path, heading } of screens) {
      const context = await browser.newContext({ baseURL: product.url, storageState, viewport, locale, timezoneId })
      const page = await context.newPage()
      loads.set(path, await firstLoad(page, () => openScreen(page, path, heading)))
      await context.close()
    }
    return loads
  } finally {
    await browser.close()
    await product.stop()
  }
}
