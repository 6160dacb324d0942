import { focused, openDialogs, openScreen, pressOn } from './on-the-page.ts'
import { expect, test } from './test.ts'

test.for([
  { panel: 'Notification', opener: 'header button[aria-label^="Notification"]' },
  { panel: 'Preferences', opener: 'header button[aria-label="Preferences"]' },
  { panel: ', Admin', opener: 'header button[aria-label$=", Admin"]' },
])('Escape closes the panel $panel and gives the focus back', async ({ panel, opener }, { signedIn: page }) => {
  await openScreen(page, '/', 'Dashboard')
  await pressOn(page, opener, 'Enter')
  await expect.poll(() => openDialogs(page)).toEqual([expect.stringContaining(panel)])
  const name = await focused(page)
  await page.keyboard.press('Tab')
  expect(await focused(page)).not.toBe(name)
  await page.keyboard.press('Escape')
  await expect.poll(() => openDialogs(page)).toEqual([])
  expect(await page.$eval(opener, (one) => one === document.activeElement)).toBe(true)
})

test('the search over everything and the list of keys open by keys, and Escape gives the focus back', async ({
  signedIn: page,
}) => {
  await openScreen(page, '/users', 'Users')
  const opener = await page.locator('header button[aria-label="Preferences"]').waitHandle()
  await opener.focus()
  const before = await focused(page)
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await expect.poll(() => openDialogs(page)).toEqual(['Find anything'])
  await expect.poll(() => focused(page)).toMatch(/^input Find a screen/)
  await page.keyboard.type('driver')
  await page.keyboard.press('Escape')
  await expect.poll(() => openDialogs(page)).toEqual([])
  expect(await focused(page)).toBe(before)

  await page.keyboard.type('?')
  await expect.poll(() => openDialogs(page)).toEqual(['Keyboard shortcuts'])
  await page.keyboard.press('Escape')
  await expect.poll(() => openDialogs(page)).toEqual([])
  expect(await focused(page)).toBe(before)
})
