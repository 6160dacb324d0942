import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const rows = (page: Page, title: string) => page.getByRole('table', { name: title }).getByRole('row')

async function scroll(page: Page, to: number) {
  await page.evaluate((to) => window.scrollTo(0, to), to)
  await expect.poll(() => scrolledTo(page)).toBe(to)
}

async function toScreen(page: Page, entry: string) {
  await sidebar(page).getByRole('link', { name: entry, exact: true }).click()
  await expect(rows(page, `${entry} List`).nth(10)).toBeVisible()
}

test('a screen opens at its top, and Back finds the one before where it was left', async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await toScreen(page, 'Users')
  await toScreen(page, 'Drivers')
  await scroll(page, 400)
  await toScreen(page, 'Users')
  await expect.poll(() => scrolledTo(page)).toBe(0)
  await scroll(page, 300)
  await page.goBack()
  await expect(heading(page, 'Drivers')).toBeVisible()
  await expect.poll(() => scrolledTo(page)).toBe(400)
  await page.goForward()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect.poll(() => scrolledTo(page)).toBe(300)
})

test('§2 Back to Drivers finds the table where it was left, however often a chat is opened from it', async ({
  page,
}) => {
  await openScreen(page, '/drivers?size=50', 'Drivers')
  for (const line of [20, 12]) {
    await expect(rows(page, 'Drivers List').nth(45)).toBeAttached()
    const chat = rows(page, 'Drivers List')
      .nth(line)
      .getByRole('button', { name: /^Chat with/ })
    await chat.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    const left = await scrolledTo(page)
    expect(left).toBeGreaterThan(200)
    await chat.click()
    await page.getByRole('link', { name: 'Back to Drivers' }).click()
    await expect(heading(page, 'Drivers')).toBeVisible()
    // Rows out of sight are as high as was guessed until they are drawn: to about a row.
    await expect.poll(async () => Math.abs((await scrolledTo(page)) - left)).toBeLessThan(60)
  }
})
