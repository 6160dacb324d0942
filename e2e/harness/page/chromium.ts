import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'

const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/usr/bin/chromium-headless-shell',
]

/** A Chromium that is there; undefined leaves it to Playwright's own. */
const chromiumPath = (): string | undefined => process.env.CHROMIUM_PATH || paths.find(existsSync)

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = chromiumPath()

export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ args: [...chromiumFlags, ...flags], ...(executablePath && { executablePath }) })

/** The browser of an administrator in an office in Chicago. */
export const officeBrowser = {
  browserName: 'chromium',
  viewport: { width: 1400, height: 900 },
  locale: 'en-US',
  timezoneId: 'America/Chicago',
  launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
} as const
