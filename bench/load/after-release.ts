import type { Browser, BrowserContext } from '@playwright/test'
import { followRequests, isCode } from '../../e2e/harness/page/page-requests.ts'
import { release, type Product } from '../../e2e/harness/product/product.ts'
import type { Screen } from './compared.ts'
import { releaseNextVersion } from './next-version.ts'

type File = { url: string; bytes: number }

/**
 * The code that is transferred for Drivers after the next version of Drivers was published and pinned: `cached` to a
 * browser that has all else in its cache, `own` the files of that version to a browser that has nothing. Bytes with
 * headers.
 */
export async function afterRelease(
  browser: Browser,
  product: Product,
  screen: Screen,
): Promise<{ cached: File[]; own: File[] }> {
  const { storageState } = screen
  const known = await browser.newContext({ storageState })
  await codeOf(known, screen)
  await releaseNextVersion(product, 'drivers')
  const { remotes } = JSON.parse(await release(product, 'status', '--json')) as {
    remotes: Record<string, { url: string }>
  }
  const cached = await codeOf(known, screen)
  const all = await codeOf(await browser.newContext({ storageState }), screen)
  const own = all.filter(({ url }) => url.startsWith(remotes.drivers?.url ?? 'none'))
  const missed = own.find(({ url }) => !cached.some((file) => file.url === url))
  if (own.length === 0 || missed)
    throw new Error(
      `the new version of drivers did not come to the browser that knew the old one: ${missed?.url ?? 'no file'}`,
    )
  return { cached, own }
}

/** Scripts and styles that were transferred for a screen and for what it fetches ahead when it is idle. */
async function codeOf(context: BrowserContext, { url, row }: Screen): Promise<File[]> {
  const page = await context.newPage()
  const requests = await followRequests(await context.newCDPSession(page))
  await page.goto(url)
  await page.waitForSelector(row)
  await page.waitForLoadState('networkidle')
  // Files that are fetched ahead come when the browser is idle, one thing after the other.
  for (let seen = -1; seen < requests.size;) {
    seen = requests.size
    await page.waitForTimeout(3000)
  }
  await page.close()
  return [...requests.values()].filter((file) => isCode(file) && file.bytes > 0)
}
