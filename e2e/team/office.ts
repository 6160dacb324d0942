import type { Page } from '@playwright/test'
import { launch, planProduct, runNode, type Env, type Product, type Running } from '../harness/product/product.ts'
import { test as base } from '../harness/test.ts'

const people = {
  mira: { email: 'mira@office.test', email_verified: true, name: 'Mira Novak', groups: ['staff'] },
  olga: { email: 'olga@office.test', email_verified: true, name: 'Olga Ray', groups: ['owners'] },
  guest: { email: 'guest@office.test', email_verified: true, name: 'A Guest', groups: ['guests'] },
}

/** Starts a product of its own whose administrators sign in at a real identity provider, too or only. */
async function startOffice(name: string, settings: Env) {
  const plan = await planProduct(name, {
    SSO_CLIENT_ID: 'interline',
    SSO_ALLOWED_DOMAINS: 'office.test',
    SSO_ROLES: 'staff=support,owners=owner',
    SSO_NAME: 'Office Login',
    ...settings,
  })
  const port = plan.port + 8
  const options = {
    port,
    clientId: 'interline',
    redirectUris: [`${plan.apiUrl}/api/v1/user/auth/sso/callback`],
    postLogoutRedirectUris: [`${plan.url}/`],
    people,
  }
  const provider: Running = runNode([
    '--import',
    'tsx',
    'server/src/testing/single-sign-on/main.ts',
    JSON.stringify(options),
  ])
  await provider.printed(/^Identity provider: /m, 60_000)
  const office = launch({ ...plan, env: { ...plan.env, SSO_ISSUER: `http://localhost:${port}` } })
  await office.printed(/^Ready: /m, 240_000)
  return { office, stop: () => Promise.all([office.stop(), provider.stop()]) }
}

/** Tests of a worker share one such product, which nobody is signed in to. */
export const officeTest = (name: string, settings: Env = {}) =>
  base.extend<object, { office: Product }>({
    office: [
      async ({}, use) => {
        const { office, stop } = await startOffice(name, settings)
        await use(office)
        await stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ office }, use) => use(office.url),
    storageState: async ({ office: _office }, use) => use({ cookies: [], origins: [] }),
  })

export async function signInAtProvider(login: string, page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign in with Office Login' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
