import { readInstances } from '../harness/product/instances.ts'
import { launch, planProduct } from '../harness/product/product.ts'
import { test, expect } from '../harness/test.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ signedIn: false })

const settingsOf = async (url: string) =>
  JSON.parse(
    (await (await fetch(url, { headers: { accept: 'text/html' } })).text()).match(
      /id="interline-settings">([^<]+)</,
    )?.[1] ?? '{}',
  ) as { loaderMs: number; footerYear: number; apiUrl: string }

test('a taken port is an error that names the port and the setting', async () => {
  const taken = readInstances().product
  const shell = launch({
    ...(await planProduct('taken')),
    env: { ...(await planProduct('taken')).env, PORT: String(taken.port) },
  })
  expect((await shell.ended).code).toBe(1)
  expect(shell.output()).toContain(`Port ${taken.port} is taken`)
  expect(shell.output()).toContain('PORT=')

  const apiPort = new URL(taken.apiUrl).port
  const api = launch({
    ...(await planProduct('taken')),
    env: { ...(await planProduct('taken')).env, API_PORT: apiPort },
  })
  expect((await api.ended).code).toBe(1)
  expect(api.output()).toContain(`Port ${apiPort} is taken`)
  expect(api.output()).toContain('API_PORT')
})

test('a backend of others is used when API_URL names it, and none is started', async () => {
  const { bare } = readInstances()
  expect(await settingsOf(bare.url)).toMatchObject({ apiUrl: bare.apiUrl })
  await expect(fetch(`http://localhost:${bare.port + 9}/healthz`)).rejects.toThrow()
})
