import { heading } from '../harness/page/screens.ts'
import { runNode } from '../harness/product/product.ts'
import { expect, long } from '../harness/test.ts'
import { officeTest, signInAtProvider } from './office.ts'

const test = officeTest('sso', { SSO_PASSWORDS: 'off' })

// A provider answers a sign-in that was refused, and an icon that it has not, with errors of its own.
test.use({ noise: /favicon|Failed to load resource|Changing the status/ })

test('an administrator signs in on the pages of the provider, comes to the screen asked for, and signs out there', async ({
  page,
  office,
}) => {
  await page.goto('/user-rides')
  const button = page.getByRole('button', { name: 'Sign in with Office Login' })
  await expect(button).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await signInAtProvider('mira', page, '/user-rides')
  await expect(heading(page, 'User Rides')).toBeVisible()
  expect(page.url()).toBe(`${office.url}/user-rides`)
  await page.reload()
  await expect(heading(page, 'User Rides')).toBeVisible()

  await page.getByRole('button', { name: /Mira Novak/ }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).or(button).first().click()
  await expect(button).toBeVisible()
  expect(page.url()).toBe(`${office.url}/`)
  // The provider's session is over too: it asks again.
  await button.click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test(
  'a person without a role is told so, and a link of npm run admin lets somebody in',
  long,
  async ({ page, office }) => {
    await signInAtProvider('guest', page, '/drivers')
    await expect(page.getByRole('alert')).toContainText('gives you no role here')
    expect(page.url()).toBe(`${office.url}/drivers`)

    const tool = runNode(['scripts/run.mjs', 'admin', 'sign-in', 'admin@interline.test'], office.env)
    expect(await tool.ended).toMatchObject({ code: 0 })
    const link = /^http\S+$/m.exec(tool.output())?.[0] ?? ''
    await page.goto('about:blank')
    await page.goto(link)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(page.url()).toBe(`${office.url}/`)
  },
)

test(
  'what was chosen stays over a sign-in in another tab when the session expires',
  long,
  async ({ page, office, context }) => {
    await signInAtProvider('mira', page, '/user-rides')
    await expect(heading(page, 'User Rides')).toBeVisible()
    await page
      .locator('tbody tr.il-row')
      .first()
      .getByRole('button', { name: /status/i })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit Driver Details' })
    await dialog.getByRole('combobox').click()
    await page.getByTitle('Canceled', { exact: true }).last().click()
    const expired = `${office.apiUrl}/api/v1/admin/ride/status`
    await page.route(expired, (route) =>
      route.fulfill({ status: 401, json: { success: false }, headers: { 'access-control-allow-origin': '*' } }),
    )
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
    await expect(page.getByText(/It opens in a new tab/)).toBeVisible()
    await page.unroute(expired)
    const tab = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Sign in with Office Login' }).click()
    await tab
    // The provider knows them still; the tab that it took closes, and this one goes on.
    await expect(dialog.locator('.ant-select')).toContainText('Canceled')
    await expect.poll(() => context.pages().length, { timeout: 30_000 }).toBe(1)
  },
)

test(
  'what cannot be undone is confirmed by one more sign-in at the provider, in a tab of its own',
  long,
  async ({ page, office, context }) => {
    await signInAtProvider('olga', page, '/administrators')
    await expect(heading(page, 'Administrators')).toBeVisible()
    // A sign-in counts for ten minutes; an answer of the API says that they are over.
    const change = `${office.apiUrl}/api/v1/admin/administrators/invite`
    let asked = 0
    await page.route(change, async (route) => {
      asked += route.request().method() === 'POST' ? 1 : 0
      if (asked !== 1 || route.request().method() !== 'POST') return route.continue()
      const json = { success: false, title: 'Confirm that it is you', status: 403, code: 'confirmation-needed' }
      await route.fulfill({ status: 403, json, headers: { 'access-control-allow-origin': '*' } })
    })
    await page
      .getByRole('button', { name: /invite/i })
      .first()
      .click()
    const invite = page.getByRole('dialog').first()
    await invite.getByLabel('Name').fill('Ines Duarte')
    await invite.getByLabel('Email').fill('ines@office.test')
    await invite.getByRole('button', { name: /invit/i }).last().click()
    const tab = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Confirm with Office Login' }).click()
    const provider = await tab
    // It knows her still, and asks all the same.
    await provider.getByPlaceholder('Enter any login').fill('olga')
    await provider.getByPlaceholder('and password').fill('any')
    await provider.getByRole('button', { name: 'Sign-in' }).click()
    await expect.poll(() => context.pages().length, { timeout: 30_000 }).toBe(1)
    await expect(page.getByText('ines@office.test').first()).toBeVisible()
    expect(asked).toBe(2)
  },
)

test(
  'a person who does nothing is warned a minute before, may stay, and is signed out by the policy',
  long,
  async ({ page, office }) => {
    await page.clock.install()
    await signInAtProvider('olga', page, '/users')
    await expect(heading(page, 'Users')).toBeVisible()
    const status = await page.evaluate(async (apiUrl) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const body = JSON.stringify({ idle_minutes: 5 })
      return (await fetch(`${apiUrl}/api/v1/admin/policy`, { method: 'POST', headers, body })).status
    }, office.apiUrl)
    expect(status).toBe(200)
    // The page before the reload may report still.
    await page.reload({ waitUntil: 'commit' })
    await page.waitForResponse((response) => response.url().endsWith('/admin/account/active'))
    await page.clock.fastForward('04:20')
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible()
    await expect(page.getByRole('timer')).toContainText(/signed out in (40|3\d) seconds/)
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await page.clock.fastForward('04:30')
    await expect(page.getByRole('timer')).toBeVisible()
    await page.clock.fastForward('01:00')
    await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
  },
)
