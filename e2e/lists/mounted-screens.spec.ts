import { heading, openScreen } from '../harness/page/screens.ts'
import { framesWith } from '../harness/page/socket-frames.ts'
import { expect, test, long } from '../harness/test.ts'
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

test('a screen that is left comes back whole: address, rows, typed text, focus and scroll position', async ({
  page,
}) => {
  await openScreen(page, '/drivers?size=50&sort=full_name', 'Drivers')
  const search = page.getByRole('searchbox', { name: 'Search Drivers List' })
  await expect(rows(page, 'Drivers List').nth(45)).toBeAttached()
  await search.focus()
  await scroll(page, 500)
  const row = await rows(page, 'Drivers List').nth(3).elementHandle()
  await toScreen(page, 'Users')
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('#main')).toHaveCount(1)
  expect(await row?.evaluate((element) => element.isConnected)).toBe(false)
  await toScreen(page, 'Drivers')
  await expect(page).toHaveURL(/\/drivers\?size=50&sort=full_name$/)
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Drivers/)
  expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
  await expect.poll(() => scrolledTo(page)).toBe(500)
  await expect(search).toBeFocused()
  await toScreen(page, 'Drivers')
  await expect(page).toHaveURL(/\/drivers$/)
  await expect.poll(() => scrolledTo(page)).toBe(0)
})

test(
  'a hidden screen asks for nothing when its rows change, and is up to date when it is shown @product',
  long,
  async ({ page, backend }) => {
    const [driver] = await backend.rows('/admin/drivers')
    const changes = framesWith(page, 'rows-changed')
    await page.clock.install()
    await openScreen(page, '/drivers?q=', 'Drivers')
    await toScreen(page, 'Users')
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/admin/drivers') && asked.push(request.url())))
    const is_driver_profile_approved = driver?.is_driver_profile_approved !== true
    await backend.call('POST', '/admin/verify-driver', { driver_id: driver?._id, is_driver_profile_approved })
    await expect.poll(changes).toBeGreaterThan(0)
    await page.clock.runFor(10_000)
    expect(asked).toEqual([])
    await toScreen(page, 'Drivers')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  },
)

test('a dialog that is open when its screen is left is open again when it is come back to', async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await toScreen(page, 'Drivers')
  await rows(page, 'Drivers List')
    .nth(2)
    .getByRole('button', { name: /^Details/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page, 'Drivers')).toBeVisible()
})
