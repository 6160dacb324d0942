import { expectKeys, heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(({ page }) => openScreen(page, '/', 'Dashboard'))

test('§8 an empty result of the search shows Opps!! There are no result found.', async ({ page }) => {
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await expect(page.getByText('Opps!! There are no result found.')).toBeHidden()
  await box.fill('no such screen')
  await expect(page.getByText('Opps!! There are no result found.', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0)
})

test('a term that no screen is called is looked for in a list', async ({ page, backend }) => {
  const driver = (await backend.rows('/admin/drivers')).find(({ full_name }) =>
    /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(full_name),
  )
  const [first = '', last = ''] = driver?.full_name.split(' ') ?? []
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await box.fill(`${last} ${first} `)
  const options = page.getByRole('listbox', { name: 'Screens' }).getByRole('option')
  await expect(options.first()).toHaveText(`Look for “${last} ${first}” in Drivers`)
  await expect(options.filter({ hasText: 'in User Rides' })).toHaveCount(1)
  await box.press('Enter')
  await expect(heading(page, 'Drivers')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('q')).toBe(`${last} ${first}`)
  await expect(page.locator('tbody tr[data-row-key]').first()).toContainText(`${first} ${last}`)
  await expect(box).toHaveValue('')
})

test('the search opens with / and is led by arrows and Enter', async ({ page }) => {
  await expectKeys(page)
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search screens' })
  await expect(box).toBeFocused()
  await page.keyboard.type('rides')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'User Rides')).toBeVisible()
  await expect(box).toHaveValue('')
})
