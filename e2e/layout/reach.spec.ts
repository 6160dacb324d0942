import { openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

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
