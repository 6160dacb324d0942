import { expect, testOf } from './own-test.ts'
import { heading } from '../harness/page/screens.ts'
import { open, othersWork, behindProxy, wasReported, ways } from './behind-proxy.ts'
import { faults } from './fault-proxy.ts'
import { played } from './remotes.ts'

const test = testOf('network-fallback')
// What fails is told to the console.
test.use({ noise: /./ })

for (const remote of played)
  test.describe(remote.name, () => {
    const { setFault } = behindProxy(test, remote, '1.1.0')

    for (const fault of faults)
      for (const way of ways.filter((one) => one === (fault.way ?? one)))
        test(`${fault.name}, ${way}: the last known good version stands within 8 s`, async ({ page }) => {
          setFault(fault)
          const { began, reported } = await open(page, way, remote)
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 20_000 })
          const took = Date.now() - began
          await expect(page.getByText(`${remote.title} runs its last known good version`)).toBeVisible()
          expect(took).toBeLessThan(8000)
          await wasReported(reported, remote, '1.1.0', /^(load|integrity|mount)$/)
          await othersWork(page, remote)
        })
  })
