import type { Page } from 'puppeteer-core'
import type { Backend } from '../harness/backend/backend.ts'
import { expectWindowFocus, focused, openDialogs, openScreen, pressOn } from './on-the-page.ts'
import { expect, test } from './test.ts'

const question = 'Do you want to remove verification?'
const isInside = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
const goBack = async (page: Page) => {
  await page.keyboard.down('Shift')
  await page.keyboard.press('Tab')
  await page.keyboard.up('Shift')
}

/** Opens the question of Verify at a driver who is verified, by a key. */
async function ask(page: Page, backend: Backend) {
  const driver = await backend.take(
    '/admin/drivers',
    (row) => row.is_driver_profile_approved === true && Boolean(row.email),
  )
  await openScreen(page, `/drivers?${new URLSearchParams({ q: String(driver.email) }).toString()}`, 'Drivers')
  await pressOn(page, `[role="switch"][aria-label="Verify ${driver.full_name}"]`, 'Enter')
  await expect.poll(() => openDialogs(page)).toEqual([question])
  await expect.poll(() => focused(page)).toBe('button Save')
  return {
    control: `button Verify ${driver.full_name}`,
    isVerified: async () =>
      (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver._id)?.is_driver_profile_approved,
  }
}

test('the question of Verify keeps the focus; Escape and Save give it back to the switch', async ({
  signedIn: page,
  backend,
}) => {
  const { control, isVerified } = await ask(page, backend)
  await goBack(page)
  expect(await focused(page)).toBe('button Cancel')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('button Save')
  // So a control behind it gets the focus: from the controls of the browser, which come after the last of the page.
  await page.$eval('a[href="/users"]', (link) => link.focus())
  await expect.poll(() => isInside(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => openDialogs(page)).toEqual([])
  await expect.poll(() => focused(page)).toBe(control)
  expect(await isVerified()).toBe(true)

  await page.keyboard.press('Enter')
  await expect.poll(() => openDialogs(page)).toEqual([question])
  await expect.poll(() => focused(page)).toBe('button Save')
  await page.keyboard.press('Enter')
  await expect.poll(() => openDialogs(page)).toEqual(['Saved!'])
  expect(await isVerified()).toBe(false)
  await expect.poll(() => focused(page)).toBe('button OK')
  await page.keyboard.press('Enter')
  await expect.poll(() => openDialogs(page)).toEqual([])
  await expect.poll(() => focused(page)).toBe(control)
  await expectWindowFocus(page)
})

test('Tab beyond the last control of a question leads to no control behind it', async ({ signedIn: page, backend }) => {
  await ask(page, backend)
  await page.keyboard.press('Tab')
  // As from the browser's own modal dialog: to the controls of the browser.
  expect([await isInside(page), await page.evaluate(() => document.hasFocus())]).not.toEqual([false, true])
})
