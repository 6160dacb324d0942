import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(({ page }) => openScreen(page, '/', 'Dashboard'))

test('§2 the search box filters the sidebar by title, and Escape clears it', async ({ page, backendKind }) => {
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await box.fill('RIDES')
  await expect(entries).toHaveText(['Driver Rides', 'User Rides'])
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(entries).toHaveCount(backendKind === 'product' ? 8 : 6)
})

test('§8 an empty result of the search shows Opps!! There are no result found.', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await expect(page.getByText('Opps!! There are no result found.')).toBeHidden()
  await box.fill('no such screen')
  await expect(page.getByText('Opps!! There are no result found.', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0)
})

test('the search opens with / and is led by arrows and Enter', async ({ page }) => {
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await expect(box).toBeFocused()
  await page.keyboard.type('rides')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'User Rides')).toBeVisible()
  await expect(box).toHaveValue('')
})
