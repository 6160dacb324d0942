import { openScreen, screens } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

// The bare backend's rows hold markup, script links, nulls and values of the wrong type; the product's own data is
// tested elsewhere.
const ran = (page: Page) => page.evaluate(() => 'hostile' in window)

test('texts with markup stay text on every screen, and nothing of them runs @bare', async ({ page }) => {
  for (const { path, heading } of screens) {
    await openScreen(page, path === '/' || path === '/chats' ? path : `${path}?size=100`, heading)
    if (path !== '/') await expect(page.getByText('<img src=x onerror=').first()).toBeVisible()
    await expect(page.locator('main img[src="x"], main b, main script')).toHaveCount(0)
    expect(await ran(page), path).toBe(false)
  }
})

test('no link of any screen leads to javascript: or data: @bare', async ({ page }) => {
  for (const { path, heading } of screens) {
    await openScreen(page, path === '/' || path === '/chats' ? path : `${path}?size=100`, heading)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
    expect(links.length, path).toBeGreaterThan(0)
    expect(
      links.filter((protocol) => protocol !== 'http:' && protocol !== 'https:'),
      path,
    ).toEqual([])
    expect(
      await page
        .locator('img')
        .evaluateAll((all) =>
          all.map((image) => (image as HTMLImageElement).src).filter((src) => /^javascript:/i.test(src)),
        ),
    ).toEqual([])
  }
  await openScreen(page, '/drivers?q=%3Cimg', 'Drivers')
  await expect(page.getByText('javascript:window.hostile=1').first()).toBeVisible()
})

test('details of a hostile record, of an empty one and of one with wrong types open and show text or N/A @bare', async ({
  page,
}) => {
  await openScreen(page, '/drivers?size=100', 'Drivers')
  for (const name of [/^Details of <img/, /^Details of N\/A/, /^Details of 42/]) {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('dialog').locator('dt')).toHaveCount(7)
    await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(0)
    await page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(await ran(page)).toBe(false)
})

test('a chat full of markup stays text @bare', async ({ page, backend }) => {
  await page.goto(`/user-chat/${backend.user._id.replace('-admin', '-user-hostile')}`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Chat with <img src=x onerror="window.hostile=1">' }),
  ).toBeVisible()
  await expect(page.getByRole('log')).toContainText('<script>window.hostile=1</script><b>bold</b>')
  await expect(page.getByRole('log').getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: /^Notification/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notification' })).toContainText('<img src=x')
  expect(await ran(page)).toBe(false)
})

const endless = 'x'.repeat(400)
const named = new Set([
  'full_name',
  'email',
  'phone',
  'car_name',
  'address',
  'stripe_connect_id',
  'ride_time',
  'status',
  'last_message',
  'title',
  'body',
])
const lengthen = (key: string, value: unknown) =>
  named.has(key) && typeof value === 'string'
    ? `${value} ${endless}`
    : key.endsWith('_count') || key.endsWith('_rides')
      ? 1e15
      : value

test('words of hundreds of letters and counts of sixteen digits widen no screen, and no row is as high as one @bare', async ({
  page,
}) => {
  await page.route(/\/api\/v1\/(admin|user)\//, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: unknown }
    await route.fulfill({ response, json: { data: JSON.parse(JSON.stringify(data), lengthen) as unknown } })
  })
  for (const width of [390, 1007, 1400]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { path, heading } of screens) {
      await openScreen(page, path, heading)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width)
      const rows = await page.locator('.il-table tbody tr').evaluateAll((all) => all.map((row) => row.clientHeight))
      expect(Math.max(0, ...rows), `${path} at ${width}`).toBeLessThan(160)
    }
  }
})
