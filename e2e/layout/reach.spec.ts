import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

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
