import { expectAccessible, open } from '../harness/page/accessible.ts'
import { expectSettled, heading, leaveUnseen, screens } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

// Axe goes through a whole screen ten times in one of these tests, in two themes.
test.describe.configure({ timeout: 400_000 })

const dialog = (page: Page) => page.getByRole('dialog').last()
const closeWith = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const { path, heading: title } of screens) {
  test(`axe finds nothing on ${path}, at 1400 and at 390 px`, async ({ page }) => {
    await open(page, path, title)
    await expectAccessible(page, path)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSettled(page)
    await expectAccessible(page, `${path} at 390 px`)
  })
}

test('axe finds nothing in the dialogs of Drivers', async ({ page }) => {
  await open(page, '/drivers?size=10', 'Drivers')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('Driver Details')
  await expectAccessible(page, 'Driver Details')
  await closeWith(page, 'Close')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(dialog(page)).toContainText('Edit Driver Details')
  await expectAccessible(page, 'Edit Driver Details')
  await closeWith(page, 'Cancel')
  await page
    .getByRole('button', { name: /^Add Stripe Connect ID/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('Connect Driver')
  await expectAccessible(page, 'Connect Driver')
  await closeWith(page, 'Cancel')
  await page.getByRole('switch').first().click()
  await expect(dialog(page)).toContainText('Do you want to')
  await expectAccessible(page, 'the question of Verify')
  await closeWith(page, 'Cancel')
  await page.getByLabel('Filter by Date', { exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
  await expectAccessible(page, 'the date picker')
})

test('axe finds nothing in the dialogs of Users and User Rides', async ({ page }) => {
  await open(page, '/users', 'Users')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('User Details')
  await expectAccessible(page, 'User Details')
  await open(page, '/user-rides', 'User Rides')
  await page
    .getByRole('button', { name: /^Change status of/ })
    .first()
    .click()
  await expect(dialog(page)).toContainText('Change Status')
  await expectAccessible(page, 'Change Status')
})

test('axe finds nothing in a chat, the bell, the preferences, the profile menu and the search', async ({
  page,
  backend,
}) => {
  await leaveUnseen(page)
  const [chat] = (await backend.call('GET', '/user/chat-list')).body.data as { party_id: string }[]
  await open(page, `/user-chat/${chat?.party_id}`, /^Chat with/)
  await expect(page.getByRole('log')).toBeVisible()
  await expectAccessible(page, 'Chat')
  for (const name of [/^Notification/, 'Preferences', /Admin/]) {
    await page.getByRole('banner').getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, String(name))
    await page.keyboard.press('Escape')
  }
  await page.getByRole('combobox', { name: 'Search screens' }).fill('ride')
  await expectAccessible(page, 'the search')
})

test('axe finds nothing in About this screen and in the offer of a newer release', async ({ page }) => {
  await page.route('**/live-release', (route) => route.fulfill({ json: { number: 9999 } }))
  await open(page, '/users', 'Users')
  await expect(page.getByRole('button', { name: 'Reload now' })).toBeVisible()
  await expectAccessible(page, 'the offer of a newer release')
  await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click()
  await page.getByRole('button', { name: 'About this screen' }).click()
  await expect(dialog(page)).toContainText('Users team')
  await expectAccessible(page, 'About this screen')
})

test('axe finds nothing on the not-found page', async ({ page }) => {
  await page.goto('/no/such/screen')
  await expect(heading(page, '404')).toBeVisible()
  await expectAccessible(page, '404')
})

test.describe('signed out', () => {
  test.use({ signedIn: false })
  test('axe finds nothing on the public screens', async ({ page }) => {
    for (const path of ['/', '/forgot-password', '/accept-invitation', '/reset-password?token=x', '/error-404']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('#loader')).toHaveCount(0)
      await expectAccessible(page, path)
    }
  })
})
