import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const text =
  'The page you are attempting to reach is currently not available. This may be because the page does not exist or has been moved.'

async function expectNotFound(page: Page) {
  await expect(heading(page, '404')).toBeVisible()
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'BACK TO HOME PAGE', exact: true })).toHaveAttribute(
    'href',
    /^\/dashboard\/default\/[^/]+$/,
  )
}

test('§2 an unknown path shows the not-found page within the layout, and its button leads home', async ({ page }) => {
  await page.goto('/no/such/screen')
  await expectNotFound(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('link', { name: 'BACK TO HOME PAGE' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test.describe('at an address that cannot be decoded', () => {
  // The router warns of it.
  test.use({ noise: /could not be decoded/ })

  test('an address of a record that no record can have shows the not-found page @product', async ({ page }) => {
    for (const path of ['/user-chat/50%', '/drivers/%E0%A4%A', '/users/%00', `/user-rides/${'x'.repeat(10_000)}`]) {
      await page.goto(path)
      await expectNotFound(page)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    }
  })
})

test('§2 /error-404 is the not-found page for the signed-in', long, async ({ page }) => {
  await page.goto('/error-404')
  await expectNotFound(page)
})

test('§2 /dashboard/default/{layout} leads to / and leaves no step in the history', long, async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await page.goto('/dashboard/default/wide')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Users')).toBeVisible()
})
