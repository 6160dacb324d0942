import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { expect, inject, test as base } from 'vitest'
import { signInTo, type Backend } from '../harness/backend/backend.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { browserZone } from '../harness/page/screens.ts'
import { newDataFolder } from '../harness/product/run-folder.ts'

export { expect } from 'vitest'

type Fixtures = {
  firefox: Browser
  backend: Backend
  /** A window of its own, without a session. What its console says fails the test. */
  page: Page
  /** The same, with the session of an administrator in its storage. */
  signedIn: Page
}

export const url = inject('url')
/** The folder in which the browser saves files. */
export const downloads = newDataFolder('downloads')

// Firefox says so of each file that was still on its way when its page was left: the hash is that of nothing.
const leftEarly = /integrity attribute.*OLBgp1GsljhM2TJ\+sbHjaiH9txEUvgdDTAzHv2P24donTt6\/529l\+9Ua0vFImLlb/s

export const launchFirefox = (preferences: Record<string, unknown> = {}): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    // Its profile is a folder that puppeteer makes and removes.
    env: { ...process.env, TZ: browserZone },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'ui.prefersReducedMotion': 1,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      // A panel of Firefox's own would take the focus from the page.
      'browser.download.alwaysOpenPanel': false,
      'signon.rememberSignons': false,
      ...preferences,
    },
    defaultViewport: { width: 1400, height: 900 },
    timeout: 120_000,
    protocolTimeout: 120_000,
  })

export const test = base.extend<Fixtures>({
  firefox: [
    async ({}, use) => {
      const firefox = await launchFirefox()
      await use(firefox)
      await firefox.close()
    },
    { scope: 'worker' },
  ],
  backend: [
    async ({}, use) => {
      await use(await signInTo('product', inject('apiUrl')))
    },
    { scope: 'worker' },
  ],
  page: async ({ firefox }, use) => {
    const context = await firefox.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const said: string[] = []
    page.on('console', (message) => {
      if (['warn', 'error', 'assert'].includes(message.type())) said.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => {
      const text = String(error)
      if (!leftEarly.test(text)) said.push(`uncaught: ${text}`)
    })
    await use(page)
    await context.close()
    expect(said, 'what the console said').toEqual([])
  },
  signedIn: async ({ page, backend }, use) => {
    const stored = sessionState(url, backend).origins[0]?.localStorage ?? []
    await page.evaluateOnNewDocument(
      (origin, entries) => {
        if (location.origin === origin) for (const { name, value } of entries) localStorage.setItem(name, value)
      },
      url,
      stored,
    )
    await use(page)
  },
})
