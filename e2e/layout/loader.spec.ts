import { heading } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

// A page that the test hands to the browser is not of the loopback network to it, and what it loads is.
test.use({ permissions: ['local-network-access'] })

/** The page of the product as an operator with another LOADER_MS serves it. */
const withLoader = (page: Page, ms: number) =>
  page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/"loaderMs":\d+/, `"loaderMs":${ms}`)
      await route.fulfill({ response, body })
    },
  )

/**
 * When the loader went, the heading of the screen stood, and a timer of the page for 3 s rang; in ms since the page
 * began to load. The clock starts before the page's own scripts, and a slow machine delays all three alike.
 */
const watchLoader = (page: Page) =>
  page.addInitScript(() => {
    const times: Times = { gone: 0, stood: 0, rang: 0 }
    Object.assign(window, { times })
    setTimeout(() => (times.rang = performance.now()), 3000 - performance.now())
    let seen = false
    const sample = () => {
      const loader = document.getElementById('loader')
      const visible = loader !== null && loader.dataset.leaving === undefined
      seen ||= visible
      if (!visible && seen) times.gone ||= performance.now()
      if (document.querySelector('h1')) times.stood ||= performance.now()
      requestAnimationFrame(sample)
    }
    requestAnimationFrame(sample)
  })
type Times = Record<'gone' | 'stood' | 'rang', number>
const timesOf = (page: Page) => page.evaluate(() => (window as unknown as { times: Times }).times)

test('§9 the full-page loader is visible at first and hides itself after 3000 ms, while the screen is built underneath', async ({
  page,
}) => {
  await withLoader(page, 3000)
  await watchLoader(page)
  // The loader may be gone before all that the page loads is there.
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#loader')).toBeVisible()
  await expect(page.locator('h1', { hasText: 'Dashboard' })).toBeAttached()
  await expect(page.locator('#loader')).toHaveCount(0)
  const { gone, rang } = await timesOf(page)
  expect(gone).toBeGreaterThanOrEqual(2990)
  expect(gone - rang).toBeLessThan(500)
})

test('LOADER_MS=0 hides the loader as soon as the screen is ready', long, async ({ page }) => {
  await withLoader(page, 0)
  await watchLoader(page)
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.locator('#loader')).toHaveCount(0)
  const { gone, stood } = await timesOf(page)
  expect(gone).toBeGreaterThan(0)
  expect(gone - stood).toBeLessThan(500)
})
