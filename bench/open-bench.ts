import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { signInTo, type Backend } from '../e2e/harness/backend/backend.ts'
import { sessionState } from '../e2e/harness/backend/session-state.ts'
import { startProduct, type Env } from '../e2e/harness/product/product.ts'
import { launchBrowser } from './browser.ts'

export type BenchPage = { page: Page; cdp: CDPSession; context: BrowserContext; session: Backend }

/**
 * A product of its own and tabs of an administrator in it: `newPage` begins with nothing cached, in a browser with
 * these flags. The caller closes it.
 */
export async function openBench(env: Env) {
  const product = await startProduct('bench', env)
  const session = await signInTo('product', product.apiUrl)
  const browsers: Browser[] = []
  return {
    product,
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
