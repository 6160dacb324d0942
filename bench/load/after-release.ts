import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type BrowserContextOptions } from '@playwright/test'
import { measuring } from '../browser.ts'
import { release, type Product } from '../../e2e/harness/product/product.ts'
import { releaseNextVersion } from './next-version.ts'

type Screen = { url: string; row: string; storageState: Exclude<BrowserContextOptions['storageState'], undefined> }
type File = { url: string; bytes: number }

/**
 * The code that is transferred for Drivers after the next version of Drivers was published and pinned: `cached` to a
 * browser that has all else in its cache, `own` the files of that version to a browser that has nothing. Bytes with
 * headers.
 */
export async function afterRelease(product: Product, screen: Screen): Promise<{ cached: File[]; own: File[] }> {
  const known = await openBrowser(screen)
  try {
    await codeOf(known.context, screen)
    await releaseNextVersion(product, 'drivers')
    const { remotes } = JSON.parse(await release(product, 'status', '--json')) as {
      remotes: Record<string, { url: string }>
    }
    const cached = await codeOf(known.context, screen)
    const fresh = await openBrowser(screen)
    try {
      const own = (await codeOf(fresh.context, screen)).filter(({ url }) =>
        url.startsWith(remotes.drivers?.url ?? 'none'),
      )
      const missed = own.find(({ url }) => !cached.some((file) => file.url === url))
      if (own.length === 0 || missed)
        throw new Error(
          `the new version of drivers did not come to the browser that knew the old one: ${missed?.url ?? 'no file'}`,
        )
      return { cached, own }
    } finally {
      await fresh.close()
    }
  } finally {
    await known.close()
  }
}

/** With a profile on disk, as a person's browser has it. */
async function openBrowser({ storageState }: Screen) {
  const profile = mkdtempSync(join(tmpdir(), 'interline-bench-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...measuring,
    viewport: { width: 1400, height: 900 },
  })
  await context.setStorageState(storageState)
  const close = async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
  return { context, close }
}

/** Scripts and styles that were transferred for a screen and for what it fetches ahead when it is idle. */
async function codeOf(context: BrowserContext, { url, row }: Screen): Promise<File[]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const files = new Map<string, File>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Script' || type === 'Stylesheet') files.set(requestId, { url: request.url, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url)
  await page.waitForSelector(row)
  await page.waitForLoadState('networkidle')
  // What is fetched ahead comes when the browser is idle, one thing after the other.
  for (let seen = -1; seen < files.size;) {
    seen = files.size
    await page.waitForTimeout(3000)
  }
  await page.close()
  return [...files.values()].filter(({ bytes }) => bytes > 0)
}
