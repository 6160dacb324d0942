import type { Page } from '@playwright/test'
import { heading } from '../harness/page/screens.ts'
import { virtualAuthenticator } from '../harness/page/virtual-authenticator.ts'
import { expect, test, long } from '../harness/test.ts'
import { addApp, codeOf, givePassword, newOwner, signOut } from './people.ts'

// A refusal says so in the console: the browser of each 401 and 403, and the shell of what failed.
test.use({ signedIn: false, ownSession: true, noise: /status of 40[013]|refused 40[01]/ })

const inAccount = (page: Page) => expect(heading(page, 'My account')).toBeVisible()

test(
  'an authenticator app is set up and signs in, and each recovery code does so once',
  long,
  async ({ page, backend }) => {
    const email = await newOwner(backend)
    await givePassword(page, email)
    await inAccount(page)
    const { key, used, codes } = await addApp(page)
    await expect(page.getByText('10 codes left')).toBeVisible()
    await signOut(page)

    await givePassword(page, email)
    const code = page.getByLabel('Code of your authenticator app')
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill(used)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is not right')).toBeVisible()
    await code.fill(codeOf(key))
    await page.getByRole('button', { name: 'Continue' }).click()
    await inAccount(page)
    await signOut(page)

    for (const [recovery = '', isTaken] of [
      [codes[3], true],
      [codes[3], false],
    ] as const) {
      await givePassword(page, email)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery)
      await page.getByRole('button', { name: 'Continue' }).click()
      if (!isTaken) await expect(page.getByText('This is none of your unused recovery codes.')).toBeVisible()
      else {
        await inAccount(page)
        await expect(page.getByText('9 codes left')).toBeVisible()
        await signOut(page)
      }
    }
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  },
)

test('a passkey is made, named, signs in, and is removed', async ({ page, backend }) => {
  await virtualAuthenticator(page)
  const email = await newOwner(backend)
  await givePassword(page, email)
  await inAccount(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name of the passkey').fill('Blue key')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Never used')).toBeVisible()
  await signOut(page)

  await givePassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await inAccount(page)
  await expect(page.getByText('Last used').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Blue key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^None yet/)).toBeVisible()
  await signOut(page)
  await givePassword(page, email)
  await inAccount(page)
})

test('an act that cannot be undone asks again, and goes on with what was typed', long, async ({ page, backend }) => {
  const email = await newOwner(backend)
  await givePassword(page, email)
  await inAccount(page)
  const { codes } = await addApp(page)
  await page.goto('/administrators')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Invite an administrator' })
  const invited = `asked-${Date.now()}@interline.test`
  await dialog.getByLabel('Full Name').fill('Noor Haddad')
  await dialog.getByLabel('Email').fill(invited)
  // The sign-in was a moment ago: the API's answer after ten minutes is given here once. All that follows is the API's.
  await page.route('**/api/v1/admin/administrators/invite', (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          headers: { 'access-control-allow-origin': '*' },
          body: JSON.stringify({ success: false, title: 'Confirm that it is you', code: 'confirmation-needed' }),
        }),
  )
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const confirm = page.getByRole('dialog').filter({ hasText: 'Confirm that it is you' })
  await confirm.getByRole('button', { name: 'Use a recovery code' }).click()
  await confirm.getByLabel('Recovery code').fill('not one of mine')
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(confirm.getByText('This is none of your unused recovery codes.')).toBeVisible()
  await page.unrouteAll()
  await confirm.getByLabel('Recovery code').fill(codes[0] ?? '')
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByLabel('Link of the invitation')).toBeVisible()
  await page.getByRole('dialog').filter({ hasText: 'Invitation of' }).getByText('Close', { exact: true }).click()
  await expect(page.locator('tbody tr').filter({ hasText: invited })).toContainText('Invited')
})

test(
  'an owner removes the second factor of a colleague who lost it',
  long,
  async ({ page, browser, backend, baseURL }) => {
    const email = await newOwner(backend)
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      ...(baseURL && { baseURL }),
    })
    const theirs = await context.newPage()
    await givePassword(theirs, email)
    await inAccount(theirs)
    await addApp(theirs)

    const own = await newOwner(backend)
    await givePassword(page, own)
    await inAccount(page)
    await page.goto(`/administrators?q=${encodeURIComponent(email)}`)
    const row = page.locator('tbody tr').filter({ hasText: email })
    await expect(row).toContainText('Set up')
    await row.getByRole('button', { name: /^Remove the second factors/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toContainText('None')
    await expect(theirs.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
    await givePassword(theirs, email)
    await inAccount(theirs)
    await context.close()
  },
)
