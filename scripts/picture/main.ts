import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { chromium as Chromium } from '@playwright/test'
import { findBrowser } from '../workspace/browser.ts'
import { root } from '../workspace/parts.ts'
import { stopProcesses } from '../product/processes.ts'
import { startProduct } from '../product/product.ts'

const file = join(root, 'docs', 'drivers.png')
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

const { chromium } = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test') as {
  chromium: typeof Chromium
}

/** Signs in to the demo data and takes README's picture of Drivers. */
async function takePicture(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser((line) => process.stdout.write(`${line}\n`)),
    args: flags,
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 1400, height: 900 },
      locale: 'en-US',
      timezoneId: 'America/Chicago',
      reducedMotion: 'reduce',
    })
    await page.goto(url)
    await page.getByLabel('Email').fill('admin@interline.test')
    await page.getByLabel('Password', { exact: true }).fill('interline-demo')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor()
    // A new page load: without the toast of the sign-in.
    await page.goto(`${url}/drivers`)
    await page.getByRole('row').nth(10).waitFor()
    await page.waitForLoadState('networkidle')
    // The full-page loader leaves after 3 s (SPEC §9).
    await page.waitForTimeout(4000)
    await page.screenshot({ path: file })
  } finally {
    await browser.close()
  }
}

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (values.url) await takePicture(values.url)
else {
  const folder = mkdtempSync(join(tmpdir(), 'interline-picture-'))
  await startProduct({ ...process.env, DATA_DIR: folder })
  await takePicture(`http://localhost:${process.env.PORT ?? 3000}`)
  await stopProcesses()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`Wrote ${file}\n`)
process.exit(0)
