import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { signInTo, type Backend } from '../../e2e/harness/backend/backend.ts'
import { launchBrowser } from '../browser.ts'
import { startProduct } from '../../e2e/harness/product/product.ts'
import { sessionState } from '../../e2e/harness/backend/session-state.ts'

export type BenchPage = { page: Page; cdp: CDPSession; context: BrowserContext; session: Backend }

// V8 counts what it compiles as heap, and goes on compiling for hundreds of changes: of its growth only that of objects
// is ours.
export const interpreted = ['--js-flags=--no-opt --no-maglev --no-sparkplug']

/**
 * A product of its own and tabs of an administrator in it: `newPage` begins with nothing cached, in a browser with
 * these flags. The caller closes it.
 */
export async function openBench() {
  const product = await startProduct('bench', { DEMO_ROWS: '200' })
  const session = await signInTo('product', product.apiUrl)
  const browsers: Browser[] = []
  return {
    url: product.url,
    async newPage(flags: readonly string[] = []): Promise<BenchPage> {
      const browser = await launchBrowser(flags)
      browsers.push(browser)
      const context = await browser.newContext({
        baseURL: product.url,
        storageState: sessionState(product.url, session),
        viewport: { width: 1400, height: 900 },
      })
      const page = await context.newPage()
      return { page, context, cdp: await context.newCDPSession(page), session }
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()))
      await product.stop()
    },
  }
}
