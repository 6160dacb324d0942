import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'
import { acceptInvitation, invite, password } from './people.ts'

// Acts that cannot be undone, and exports, need a sign-in of the last ten minutes.
test.use({ ownSession: true })

test('an owner invites a viewer, who accepts, sees what a viewer may, and is disabled', async ({ page, browser }) => {
  const email = `noor-${Date.now()}@interline.test`
  const row = page.locator('tbody tr').filter({ hasText: email })
  await openScreen(page, '/administrators', 'Administrators')
  const link = await invite(page, 'Noor Haddad', email, 'Viewer')
  await expect(row).toContainText('Invited')

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await acceptInvitation(theirs, link)
  await theirs.getByLabel('Email', { exact: true }).fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(heading(theirs, 'Dashboard')).toBeVisible()
  await openScreen(theirs, '/audit', 'Your role may not open this')
  const theirScreens = theirs.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(theirScreens.filter({ hasText: 'Chats' })).toBeVisible()
  await expect(theirScreens.filter({ hasText: /Administrators|Audit/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Refresh Administrators' }).click()
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Disable Noor Haddad' }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(row).toContainText('Disabled')
  await expect(theirs.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await context.close()
})
