import { expect, testOf } from './own-test.ts'
import { open, othersWork, publishBehindProxy, ways } from './behind-proxy.ts'
import { faults } from './fault-proxy.ts'

let remote: Awaited<ReturnType<typeof publishBehindProxy>>

const test = testOf('network-fallback')
test.describe.configure({ mode: 'default' })
// What fails is told to the console.
test.use({ noise: /./ })

test.beforeAll(async ({ own }) => {
  test.setTimeout(240_000)
  remote = await publishBehindProxy(own, '1.1.0')
})
test.afterEach(() => remote.proxy.set(null))
test.afterAll(() => remote.stop())

for (const fault of faults)
  for (const way of ways)
    test(`${fault.name}, ${way}: the last known good version stands within 8 s`, async ({ page }) => {
      const before = await remote.reports()
      remote.proxy.set(fault, remote.path)
      const began = await open(page, way)
      await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible({ timeout: 20_000 })
      const took = Date.now() - began
      await expect(page.getByText('Depots runs its last known good version')).toBeVisible()
      expect(took).toBeLessThan(8000)
      await expect.poll(() => remote.reports()).toBeGreaterThan(before)
      await othersWork(page)
    })
