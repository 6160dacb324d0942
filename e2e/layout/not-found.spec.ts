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

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('§2 /error-404 is public', async ({ page }) => {
    await page.goto('/error-404')
    await expectNotFound(page)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  })
})
