import { admin, signInTo } from '../harness/backend/backend.ts'
import { readInstances } from '../harness/product/instances.ts'
import { launch, launchWithNpm, planProduct } from '../harness/product/product.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { test, expect } from '../harness/test.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ signedIn: false })

const settingsOf = async (url: string) =>
  JSON.parse(
    (await (await fetch(url, { headers: { accept: 'text/html' } })).text()).match(
      /id="interline-settings">([^<]+)</,
    )?.[1] ?? '{}',
  ) as { loaderMs: number; footerYear: number; apiUrl: string }

test('DEMO_ROWS=0 runs beside another copy, shows empty states, stops within 5 s, and starts again without a build', async ({
  browser,
}) => {
  const plan = await planProduct('empty', { DEMO_ROWS: '0', LOADER_MS: undefined })
  const first = launch(plan)
  await first.printed(/^Ready: http:\/\/localhost:\d+.*admin@interline\.test \/ interline-demo/m, 200_000)
  const origins = [0, 1, 2, 3, 4, 5, 9].map((at) => `http://localhost:${plan.port + at}/healthz`)
  for (const url of origins) expect((await fetch(url)).status, url).toBe(200)
  expect((await fetch(`${readInstances().product.url}/healthz`)).status).toBe(200)
  expect(await settingsOf(first.url)).toMatchObject({ loaderMs: 3000, footerYear: 2024, apiUrl: plan.apiUrl })

  const context = await browser.newContext({
    storageState: sessionState(first.url, await signInTo('product', plan.apiUrl)),
    baseURL: first.url,
  })
  const page = await context.newPage()
  for (const [path, text] of [
    ['/drivers', 'No drivers yet'],
    ['/users', 'No users yet'],
    ['/driver-rides', 'No rides yet'],
    ['/user-rides', 'No bookings yet'],
    ['/chats', 'No chats found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await context.close()

  const stopped = await first.stop('SIGTERM')
  expect(stopped.ms).toBeLessThan(5000)
  expect(stopped.code).toBe(0)
  for (const url of origins) await expect(fetch(url)).rejects.toThrow()

  const second = launchWithNpm(plan)
  await second.printed(/^Ready: /m, 60_000)
  expect(second.output()).not.toMatch(/\bbuilt\b|Building|published|Seeding|Installing/)
  const again = await signInTo('product', plan.apiUrl)
  expect(await again.rows('/admin/drivers')).toEqual([])
  const signaledAt = Date.now()
  await second.stop('SIGTERM')
  for (const url of origins)
    await expect
      .poll(
        () =>
          fetch(url).then(
            () => 'up',
            () => 'down',
          ),
        { message: url, timeout: 5000 },
      )
      .toBe('down')
  expect(Date.now() - signaledAt).toBeLessThan(5000)
})

test('production refuses to start without its first administrator, and signs in with it and not with the demo’s', async () => {
  const refused = launch(await planProduct('production', { NODE_ENV: 'production' }))
  expect((await refused.ended).code).toBe(1)
  expect(refused.output()).toMatch(/ADMIN_EMAIL/)
  expect(refused.output()).toMatch(/ADMIN_PASSWORD/)

  const plan = await planProduct('production', {
    NODE_ENV: 'production',
    ADMIN_EMAIL: 'first@company.test',
    ADMIN_PASSWORD: 'correct horse battery',
  })
  const product = launch(plan)
  try {
    await product.printed(/^Ready: /m, 200_000)
    expect(product.output()).not.toContain(admin.password)
    const signIn = (email: string, password: string) =>
      fetch(`${plan.apiUrl}/api/v1/user/auth/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    expect((await signIn(admin.email, admin.password)).status).toBe(401)
    const answer = await signIn('first@company.test', 'correct horse battery')
    expect(answer.status).toBe(200)
    const { token } = ((await answer.json()) as { data: { token: string } }).data
    const drivers = await fetch(`${plan.apiUrl}/api/v1/admin/drivers`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(((await drivers.json()) as { data: unknown[] }).data).toEqual([])
  } finally {
    await product.stop()
  }
})
