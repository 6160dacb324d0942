import { behindProxy, entry, open, othersWork, ways } from './behind-proxy.ts'
import { drawFaults, seeds } from './drawn.ts'
import { heading } from '../harness/page/screens.ts'
import { expect, testOf } from './own-test.ts'
import { played } from './remotes.ts'

const test = testOf('drawn')
// What fails is told to the console.
test.use({ noise: /./ })

for (const remote of played)
  test.describe(remote.name, () => {
    const { setFault } = behindProxy(test, remote, '1.1.0')

    for (const seed of seeds)
      drawFaults(seed, 4).forEach((fault, index) =>
        test(`seed ${seed}, ${fault.name}: a screen within 8 s, and the others work`, async ({ page }) => {
          setFault(fault)
          const { began } = await open(page, ways[index % ways.length] ?? 'visit', remote)
          // The newest, or the last known good version of it.
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 20_000 })
          expect(Date.now() - began).toBeLessThan(8000)
          await othersWork(page, remote)
          setFault(null)
          await entry(page, remote.heading).click()
          await expect(heading(page, remote.heading)).toBeVisible()
        }),
      )
  })
