import type { BrowserContext, Page } from '@playwright/test'
import { signInTo, type Backend } from '../harness/backend/backend.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { officeBrowser } from '../harness/page/chromium.ts'
import { readInstances } from '../harness/product/instances.ts'
import { startProduct } from '../harness/product/product.ts'
import { test as base } from '../harness/test.ts'
import { startApiProxy, type ApiProxy } from './api-proxy.ts'

type OfWorker = {
  behind: { url: string; proxy: ApiProxy }
  browserOfAll: BrowserContext
  /** The tests of a group share this. */
  standing: { page?: Page; world?: Backend }
}

/** A product whose API is the bare backend behind a proxy that plays faults. Each test is a session of its own rows. */
export const test = base.extend<{ api: ApiProxy; world: Backend }, OfWorker>({
  behind: [
    async ({}, use) => {
      const proxy = await startApiProxy(readInstances().bare.apiUrl)
      const product = await startProduct('api-faults', { API_URL: proxy.url })
      await use({ url: product.url, proxy })
      await product.stop()
      await proxy.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  browserOfAll: [
    async ({ browser, behind }, use) => {
      const { viewport, locale, timezoneId } = officeBrowser
      const options = { viewport, locale, timezoneId, reducedMotion: 'reduce', baseURL: behind.url } as const
      const context = await browser.newContext(options)
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  standing: [async ({}, use) => use({}), { scope: 'worker' }],
  api: async ({ behind: { proxy } }, use) => {
    await use(proxy)
    proxy.play('', null)
    proxy.cutSockets(false)
  },
  world: async ({}, use) => use(await signInTo('bare')),
  baseURL: async ({ behind }, use) => use(behind.url),
  storageState: async ({ behind, world, signedIn }, use) => use(signedIn ? sessionState(behind.url, world) : undefined),
  // Logged errors are wanted here; an error that is thrown and not caught still fails a test.
  noise: /^(error|warning): /,
})
export { expect } from '@playwright/test'

/**
 * The same for many tests that are no first visit: they share a browser's cache, and each begins with the storage of
 * its own session. To load and compile all code anew takes longer than what is tested.
 */
export const testInOneBrowser = test.extend({
  context: async ({ browserOfAll, behind, world }, use) => {
    await browserOfAll.setStorageState(sessionState(behind.url, world))
    await use(browserOfAll)
  },
  page: async ({ context }, use) => {
    const page = await context.newPage()
    await use(page)
    await page.close()
  },
})

/**
 * The same for a group of tests of which each goes on where the one before it ended: they share a page and a session.
 * A test that fails ends its worker, so the next one begins with a page of its own.
 */
export const testOnOnePage = testInOneBrowser.extend({
  // The faults go on between them: what the page asks for by itself would take away the failure meanwhile.
  api: async ({ behind: { proxy } }, use) => use(proxy),
  world: async ({ standing }, use) => use((standing.world ??= await signInTo('bare'))),
  context: async ({ browserOfAll, behind, standing, world }, use) => {
    if (!standing.page) await browserOfAll.setStorageState(sessionState(behind.url, world))
    await use(browserOfAll)
  },
  page: async ({ context, standing }, use) => use((standing.page ??= await context.newPage())),
})

/** A group of such tests. */
export const onOnePage = (title: string, tests: () => void) =>
  testOnOnePage.describe(title, () => {
    testOnOnePage.describe.configure({ mode: 'default' })
    tests()
    testOnOnePage.afterAll(async ({ standing, behind: { proxy } }) => {
      proxy.play('', null)
      proxy.cutSockets(false)
      await standing.page?.close()
      delete standing.page
      delete standing.world
    })
  })
export const isFresh = (page: Page) => page.url() === 'about:blank'

/** The whole table is part of `npm run test:faults`; `npm test` plays some of it. */
export const isWhole = process.env.TEST_FAULTS === '1'
/** `npm run test:faults` plays every subject, `npm run test:all` these, and `npm test` the first of these. */
export const isPlayed = (name: string, subjects: string[]) =>
  isWhole || (process.env.TEST_LONG === '1' ? subjects : subjects.slice(0, 1)).includes(name)
