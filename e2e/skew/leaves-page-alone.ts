import type { Page } from '@playwright/test'
import { keepPageRecord, type PageRecord } from './page-record.ts'
import { expectScreen } from './screen.ts'
import { expect } from './test.ts'
import type { TriedRemote } from './rounds.ts'

type Recorded = { [name: symbol]: PageRecord }

/**
 * Its code is loaded and its screens are drawn and left, in a page that loaded none of it before: globals are then
 * what they were, and no timer, listener or style of its own is left behind.
 */
export async function leavesPageAlone(page: Page, { entry, version, build }: TriedRemote, addresses: string[]) {
  await page.addInitScript(keepPageRecord, { path: `/${version}-${build}/`, build })
  await page.goto('/error-404', { waitUntil: 'networkidle' })
  await expectScreen(page)
  expect(await page.evaluate((global) => global in globalThis, entry.global), 'its code before a visit').toBe(false)
  await record(page, 'begin')
  for (const address of addresses) {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await expectScreen(page)
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === '/error-404')
    await expectScreen(page)
  }
  await page.waitForTimeout(500)
  await record(page, 'leave')
  // Long enough for what happens every second.
  await page.waitForTimeout(1500)
  expect(await record(page, 'changes'), 'what it leaves behind').toEqual([])
}

const record = (page: Page, act: keyof PageRecord) =>
  page.evaluate((name) => (globalThis as unknown as Recorded)[Symbol.for('interline page record')]?.[name](), act)
