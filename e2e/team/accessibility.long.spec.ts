import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/page/accessible.ts'
import { expectSettled, heading, openScreen } from '../harness/page/screens.ts'
import { virtualAuthenticator } from '../harness/page/virtual-authenticator.ts'
import { expect, test } from '../harness/test.ts'
import { addApp, givePassword, invite, newOwner, signOut } from './people.ts'

// Axe goes through a whole screen many times, in two themes.
test.describe.configure({ timeout: 400_000 })
test.use({ noise: /status of 40[013]|refused 40[013]/ })

const dialog = (page: Page) => page.getByRole('dialog').last()
const closeWith = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('the accounts', () => {
  test.use({ ownSession: true })

  test('axe finds nothing on /administrators, in its policy and in its dialogs', async ({ page }) => {
    await openScreen(page, '/administrators', 'Administrators')
    const policy = page.getByRole('region', { name: 'Policy' })
    await policy.getByLabel('Minutes without use until sign-out').fill('1')
    await policy.getByRole('button', { name: 'Save policy' }).click()
    await expect(policy).toContainText('Enter a whole number from 5 to 1440')
    await expectAccessible(page, '/administrators')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSettled(page)
    await expectAccessible(page, '/administrators at 390 px')
    await page.setViewportSize({ width: 1400, height: 900 })

    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Invite' }).click()
    await expectAccessible(page, 'the invitation with what is missing in it')
    await closeWith(page, 'Cancel')
    const email = `axe-${Date.now()}@interline.test`
    await invite(page, 'Noor Haddad', email, 'Viewer')
    const row = page.locator('tbody tr').filter({ hasText: email })
    await row.getByRole('button', { name: 'New link for Noor Haddad' }).click()
    await expectAccessible(page, 'the question before an invitation is renewed')
    await dialog(page).getByRole('button', { name: 'New link' }).click()
    await expect(page.getByLabel('Link of the invitation')).toBeVisible()
    await expectAccessible(page, 'the link of an invitation')
    await dialog(page).getByText('Close', { exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await row.getByRole('button', { name: 'Change the role of Noor Haddad' }).click()
    await expect(dialog(page)).toContainText('Change Role')
    await dialog(page).getByRole('button', { name: 'History' }).click()
    await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, 'Change Role')
    await closeWith(page, 'Cancel')
  })

  test('axe finds nothing on /audit and in one of its entries', async ({ page }) => {
    await openScreen(page, '/audit', 'Audit')
    await expectAccessible(page, '/audit')
    await page.locator('tbody tr').first().getByRole('button').first().click()
    await expect(dialog(page)).toContainText('Audit entry')
    await expectAccessible(page, 'an entry of the audit')
  })
})

test.describe('a second factor', () => {
  test.use({ signedIn: false, ownSession: true })

  test('axe finds nothing in its steps', async ({ page, backend }) => {
    await virtualAuthenticator(page)
    const email = await newOwner(backend)
    await givePassword(page, email)
    await expect(heading(page, 'My account')).toBeVisible()
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await page.getByLabel('Code of your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('This code is not right')).toBeVisible()
    await expectAccessible(page, 'a new authenticator app')
    await page.reload()
    await addApp(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('button', { name: /^Rename / })).toBeVisible()
    await expectAccessible(page, 'My account with second factors')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(dialog(page)).toContainText('Make new recovery codes?')
    await expectAccessible(page, 'the question before new recovery codes')
    await dialog(page).getByRole('button').last().click()
    await expect(page.getByRole('region', { name: 'Your recovery codes' })).toBeVisible()
    await expectAccessible(page, 'recovery codes')
    await page.reload()
    await signOut(page)

    await givePassword(page, email)
    await expect(page.getByLabel('Code of your authenticator app')).toBeVisible()
    await expectAccessible(page, 'the step of the sign-in')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill('none of mine')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This is none of your unused recovery codes.')).toBeVisible()
    await expectAccessible(page, 'the step with a recovery code that is refused')
  })
})
