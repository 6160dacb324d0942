import { signInTo } from '../harness/backend/backend.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { heading } from '../harness/page/screens.ts'
import { virtualAuthenticator } from '../harness/page/virtual-authenticator.ts'
import { startProduct, type Product } from '../harness/product/product.ts'
import { expect, test } from '../harness/test.ts'

// A policy binds everybody: a product and a database of its own.
test.describe.configure({ timeout: 300_000 })
test.use({ signedIn: false, noise: /status of 40[0139]|refused 40[0139]/ })

let own: Product
test.beforeAll(async () => void (own = await startProduct('own', {})))
test.afterAll(() => own.stop())

test('a policy leads who has no second factor to set one up, before anything else', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: sessionState(own.url, await signInTo('product', own.apiUrl)),
  })
  const owner = await context.newPage()
  await virtualAuthenticator(owner)
  const policy = owner.getByRole('region', { name: 'Policy' })
  const require = async () => {
    await owner.goto('/administrators')
    await policy.getByRole('checkbox', { name: 'Everybody needs a second factor' }).click()
    await policy.getByRole('button', { name: 'Save policy' }).click()
  }
  await require()
  await expect(policy.getByRole('alert')).toContainText('You have no second factor yourself')
  await owner.goto('/my-account')
  await owner.getByRole('button', { name: 'Add a passkey' }).click()
  await owner.getByRole('button', { name: 'I have kept them' }).click()
  await require()
  await expect(owner.getByText('Policy saved')).toBeVisible()

  const others = await browser.newContext({ baseURL: own.url })
  const theo = await others.newPage()
  await virtualAuthenticator(theo)
  await theo.goto('/drivers')
  await theo.getByLabel('Email', { exact: true }).fill('theo@interline.test')
  await theo.getByLabel('Password', { exact: true }).fill('interline-demo')
  await theo.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(heading(theo, 'Set up a second factor')).toBeVisible()
  await theo.goto('/users')
  await expect(heading(theo, 'Set up a second factor')).toBeVisible()
  await theo.getByRole('button', { name: 'Add a passkey' }).click()
  await theo.getByRole('button', { name: 'I have kept them' }).click()
  await expect(heading(theo, 'Users')).toBeVisible()
  await expect(theo.locator('tbody tr[data-row-key]').first()).toBeVisible()
  await others.close()
  await context.close()
})
