import { chromium } from '@playwright/test'
import { signInTo } from '../../e2e/harness/backend/backend.ts'
import { budgetOf, pageFigures, partFigures, writeBudgets, type Figure } from '../../e2e/harness/page/budgets.ts'
import { officeBrowser } from '../../e2e/harness/page/chromium.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { openScreen, screens } from '../../e2e/harness/page/screens.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'
import { atMost, type Check } from '../check.ts'

/**
 * Every figure that `bench/budgets.json` limits, as it is now. With `update` that file is written anew from them first.
 */
export async function benchBudgets({ update }: { update: boolean }): Promise<Check[]> {
  const figures = await measure()
  if (update) writeBudgets(figures)
  return figures.map((figure) =>
    atMost(`${figure.where}, ${figure.what}`, figure.value, budgetOf(figure) ?? 0, unitOf(figure)),
  )
}

const unitOf = ({ what }: Figure) =>
  what === 'requests of code' ? 'requests' : what === 'round trips of code' ? 'trips' : 'bytes'

async function measure(): Promise<Figure[]> {
  const product = await startProduct('bench', { DEMO_ROWS: '60' })
  const { launchOptions, viewport, locale, timezoneId } = officeBrowser
  const browser = await chromium.launch(launchOptions)
  try {
    const storageState = sessionState(product.url, await signInTo('product', product.apiUrl))
    const figures = await partFigures(product)
    for (const { path, heading } of screens) {
      const context = await browser.newContext({ baseURL: product.url, storageState, viewport, locale, timezoneId })
      const page = await context.newPage()
      figures.push(...(await pageFigures(page, product.url, path, () => openScreen(page, path, heading))))
      await context.close()
    }
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}
