import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Locator } from '@playwright/test'

test('the open list of time zones leaves its field free', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('button', { name: 'Preferences' }).click()
  const field = page.getByRole('combobox', { name: 'Business time zone' })
  const list = page.locator('.ant-select-dropdown')
  for (const [width, height] of [
    [1400, 900],
    [1007, 600],
    [390, 800],
    [800, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await field.click()
    await expect(list.getByTitle('Africa/Accra')).toBeInViewport()
    const [box, top] = [await list.boundingBox(), await field.boundingBox()]
    expect(box?.y, `${width} x ${height}`).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
    await expect(list).toBeInViewport({ ratio: 0.99 })
    await field.press('Escape')
    await expect(list).toBeHidden()
    await expect(field).toBeVisible()
  }
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  const painted = (locator: Locator, pseudo?: string) =>
    locator.evaluate((element, of) => {
      const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(element, of)
      return { ground: backgroundColor, edge: borderTopStyle === 'solid' ? borderTopColor : null }
    }, pseudo)

  test('what is new, the lines of the dashboard and the edge of a dialog are there', async ({ page }) => {
    await page.route('**/api/v1/admin/notification/list*', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          success: true,
          data: [true, false].map((read) => ({ _id: `n${read}`, title: 'T', body: 'B', createdAt: new Date(), read })),
        },
      }),
    )
    await openScreen(page, '/', 'Dashboard')
    const canvas = (await painted(page.locator('body'))).ground
    const line = page.locator('[data-journey] > [aria-hidden]').first()
    for (const part of ['::before', '::after']) expect((await painted(line, part)).ground, part).not.toBe(canvas)

    await page.getByRole('button', { name: /^Notification/ }).click()
    const item = (isNew: boolean) => page.locator(`li[data-new=${isNew}]`)
    const [fresh, read] = [await painted(item(true), '::before'), await painted(item(false), '::before')]
    expect(fresh.ground).not.toBe(read.ground)
    expect(fresh.ground).not.toBe(canvas)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /Admin$/ }).click()
    await page.getByRole('button', { name: 'About' }).click()
    const dialog = await painted(page.locator('.ant-modal-container'))
    expect(dialog.edge).not.toBeNull()
    expect(dialog.edge).not.toBe(dialog.ground)
  })
})

test('brand and profile are named as they read', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  const brand = page.getByRole('link', { name: /^Interline/ })
  const profile = page.getByRole('banner').getByRole('button', { name: /, Admin$/ })
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  for (const control of [brand, profile]) {
    const name = await control.getAttribute('aria-label')
    expect(words(name ?? '')).toContain(words(await control.evaluate((element: HTMLElement) => element.innerText)))
  }
})
