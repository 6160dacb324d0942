import { admin } from '../harness/backend/backend.ts'
import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const storedKeys = ['user', 'token', 'auth0_profile', 'Name', 'profileURL']
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))
const signInHere = async (page: Page) => {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('§7 calls carry the public-request header and the stored token as Bearer', long, async ({ page, backend }) => {
  const call = page.waitForRequest('**/api/v1/admin/dashboard/analysis*')
  await page.goto('/')
  const headers = await (await call).allHeaders()
  expect(headers['public-request']).toBe('true')
  expect(headers.authorization).toBe(`Bearer ${backend.token}`)
  expect((await call).url()).toContain(`${backend.apiUrl}/api/v1/admin/dashboard/analysis`)
})

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('§4 without a token the public routes apply, and a deep link opens after sign-in', async ({ page }) => {
    await page.goto('/user-rides?page=2&size=10')
    await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
    await signInHere(page)
    await expect(heading(page, 'User Rides')).toBeVisible()
    expect(new URL(page.url()).search).toBe('?page=2&size=10')
  })

  test('§4 what is stored wrongly is no session and no crash', long, async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('user', '{broken')
      localStorage.setItem('authenticated', 'true')
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  })
})

test.describe('log out', () => {
  test.use({ ownSession: true })

  test('§2 Log Out clears the stored profile image, token, profile, name and user, then reloads to /', async ({
    page,
    backend,
  }) => {
    await openScreen(page, '/drivers', 'Drivers')
    await page.getByRole('button', { name: /Admin/ }).click()
    const reloaded = page.waitForEvent('framenavigated')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await reloaded
    await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    const left = await stored(page)
    for (const key of storedKeys) expect(left, key).not.toHaveProperty(key)
    expect(left.authenticated).not.toBe('true')
    if (backend.kind === 'product')
      expect((await backend.call('GET', '/admin/users?page=1&page_size=1')).status).toBe(401)
  })

  test('§4 logging out in one tab ends the session in the others', long, async ({ page, context }) => {
    await openScreen(page, '/users', 'Users')
    const other = await context.newPage()
    await openScreen(other, '/drivers', 'Drivers')
    await page.getByRole('button', { name: /Admin/ }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(other.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(other.getByRole('table')).toHaveCount(0)
  })
})

test.describe('an expired session', () => {
  test.use({ noise: /401|Loading|Changing the status/, ownSession: true })

  test('§4 an answer of 401 leads to Sign In, says why, and comes back to the same screen', async ({
    page,
    backend,
  }) => {
    await openScreen(page, '/', 'Dashboard')
    await backend.spoil(page, '/admin/users', 'unauthorised')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
    expect((await stored(page)).token).toBeUndefined()
    await backend.spoil(page, '/admin/users', null)
    await signInHere(page)
    await expect(heading(page, 'Users')).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
  })

  // Each sign-in to the bare backend is another administrator's: nothing is kept for that one.
  test(
    '§2 a dialog whose save met the end of the session is there again after signing in @product',
    long,
    async ({ page, backend }) => {
      await openScreen(page, '/user-rides', 'User Rides')
      await page
        .getByRole('button', { name: /^Change status of/ })
        .first()
        .click()
      const save = page.getByRole('button', { name: 'Save Changes' })
      await expect(save).toBeEnabled()
      await backend.spoil(page, '/admin/ride/status', 'unauthorised')
      await save.click()
      await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
      await backend.spoil(page, '/admin/ride/status', null)
      await signInHere(page)
      await expect(heading(page, 'User Rides')).toBeAttached()
      await save.click()
      await expect(save).toBeHidden()
      await expect(heading(page, 'User Rides')).toBeVisible()
    },
  )
})
