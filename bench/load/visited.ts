import type { Browser, BrowserContextOptions } from '@playwright/test'

type Screen = { url: string; row: string; storageState: BrowserContextOptions['storageState'] }

/** What a browser keeps besides its cache of one visit to a screen: the session, and which release it verified. */
export async function visited(browser: Browser, { url, row, storageState }: Screen) {
  const context = await browser.newContext({ storageState })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForSelector(row)
    return await context.storageState()
  } finally {
    await context.close()
  }
}
