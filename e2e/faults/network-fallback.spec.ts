import { expect, testOf } from './own-test.ts'
import { heading } from '../harness/page/screens.ts'
import { open, othersWork, publishBehindProxy, wasReported, ways } from './behind-proxy.ts'
import { faults } from './fault-proxy.ts'
import { played } from './remotes.ts'

const test = testOf('network-fallback')
// What fails is told to the console.
test.use({ noise: /./ })

for (const remote of played)
  test.describe(remote.name, () => {
    let behind: Awaited<ReturnType<typeof publishBehindProxy>>
    test.describe.configure({ mode: 'default' })
    test.beforeAll(async ({ own }) => {
      test.setTimeout(240_000)
      behind = await publishBehindProxy(own, remote, '1.1.0')
    })
    test.afterEach(() => behind.proxy.set(null))
    test.afterAll(() => behind.stop())

    for (const fault of faults)
      for (const way of ways)
        test(`${fault.name}, ${way}: the last known good version stands within 8 s`, async ({ page }) => {
          behind.proxy.set(fault, behind.path)
          const { began, reported } = await open(page, way, remote)
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 20_000 })
          const took = Date.now() - began
          await expect(page.getByText(`${remote.title} runs its last known good version`)).toBeVisible()
          expect(took).toBeLessThan(8000)
          await wasReported(reported, remote, '1.1.0', /^(load|integrity|mount)$/)
          await othersWork(page, remote)
        })
  })
