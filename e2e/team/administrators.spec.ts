import { heading, openScreen } from '../harness/page/screens.ts'
import { expect, test } from '../harness/test.ts'

// What cannot be undone, and exports, need a sign-in of the last ten minutes.
test.use({ ownSession: true })

test('an owner invites a viewer, who accepts, sees what a viewer may, and is disabled', async ({ page, browser }) => {
  const email = `noor-${Date.now()}@interline.test`
  const password = 'a good password for a test'
  const row = page.locator('tbody tr').filter({ hasText: email })
  await openScreen(page, '/administrators', 'Administrators')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('Noor Haddad')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByTitle('Viewer').click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByLabel('Link of the invitation').inputValue()
  await page.getByRole('dialog').filter({ hasText: 'Invitation of' }).getByText('Close', { exact: true }).click()
  await expect(row).toContainText('Invited')

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('New password', { exact: true }).fill(password)
  await theirs.getByLabel('Repeat new password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Accept invitation' }).click()
  await theirs.getByLabel('Email', { exact: true }).fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(heading(theirs, 'Dashboard')).toBeVisible()
  await openScreen(theirs, '/audit', 'Your role may not open this')
  await expect(theirs.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(6)

  await page.getByRole('button', { name: 'Refresh Administrators' }).click()
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Disable Noor Haddad' }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(row).toContainText('Disabled')
  await expect(theirs.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await context.close()
})
