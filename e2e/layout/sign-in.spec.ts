import { admin } from '../harness/backend/backend.ts'
import { expect, long, test } from '../harness/test.ts'

test.use({ signedIn: false })
const wrongLogin = { noise: /Failed to load resource.*(401|429)|Signing in: refused/ }

test.beforeEach(({ page }) => page.goto('/').then(() => undefined))

test('§2 Sign In shows heading, subtitle, both fields, Remember Password, Forgot Password and the button', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.getByText('Enter your email & password to login', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('checkbox', { name: 'Remember Password' })).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
})

test('§2 the password can be shown and hidden again', async ({ page }) => {
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('open sesame')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('§2 a good sign-in stores token and user, marks the session, goes to / and toasts Login successful!', async ({
  page,
}) => {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  const call = page.waitForRequest('**/api/v1/user/auth/admin-login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Login successful!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')

  const answer = (await (await (await call).response())?.json()) as { data: { token: string; user: { _id: string } } }
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored.token).toBe(answer.data.token)
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ _id: answer.data.user._id })
  expect(stored.authenticated).toBe('true')
})

test('§7 admin-login sends email and password, the public-request header and no token', long, async ({ page }) => {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  const [call] = await Promise.all([
    page.waitForRequest('**/api/v1/user/auth/admin-login'),
    page.getByRole('button', { name: 'Sign In', exact: true }).click(),
  ])
  expect(call.method()).toBe('POST')
  expect(call.postDataJSON()).toEqual(admin)
  expect(await call.allHeaders()).toMatchObject({ 'public-request': 'true' })
  expect(await call.allHeaders()).not.toHaveProperty('authorization')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('Remember Password never stores a password and only asks for a longer session', long, async ({ page }) => {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('checkbox', { name: 'Remember Password' }).check()
  const [call] = await Promise.all([
    page.waitForRequest('**/api/v1/user/auth/admin-login'),
    page.getByRole('button', { name: 'Sign In', exact: true }).click(),
  ])
  expect(call.postDataJSON()).toEqual({ ...admin, remember: true })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    admin.password,
  )
})

test('§5 email is required and checked by the browser; the password has no required marker', long, async ({ page }) => {
  let calls = 0
  page.on('request', (request) => (calls += request.url().includes('/admin-login') ? 1 : 0))
  const email = page.getByLabel('Email', { exact: true })
  const missing = (wanted: 'valueMissing' | 'typeMismatch') =>
    email.evaluate((input: HTMLInputElement, key) => input.validity[key], wanted)

  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  expect(await missing('valueMissing')).toBe(true)
  await email.fill('not an address')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  expect(await missing('typeMismatch')).toBe(true)
  expect(calls).toBe(0)
  await expect(page.getByLabel('Password', { exact: true })).not.toHaveAttribute('required')
})

test.describe('refused', () => {
  test.use(wrongLogin)

  test('§8 too many attempts say how long to wait @product', long, async ({ page }) => {
    await page.getByLabel('Email', { exact: true }).fill('limited@interline.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.route('**/admin-login', (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'retry-after',
          'retry-after': '42',
        },
        json: { success: false, title: 'Too many attempts', status: 429 },
      }),
    )
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Please try again', { exact: true })).toBeVisible()
    await expect(page.getByText(/Wait 42 seconds/)).toBeVisible()
  })
})
