import { expect, testOf } from './own-test.ts'
import { heading } from '../harness/page/screens.ts'
import { entry, open, othersWork, behindProxy, wasReported, ways } from './behind-proxy.ts'
import { faults } from './fault-proxy.ts'
import { played } from './remotes.ts'

const test = testOf('network-alone')
// What fails is told to the console.
test.use({ noise: /./ })

for (const remote of played)
  test.describe(remote.name, () => {
    const { setFault } = behindProxy(test, remote, '1.0.0')

    for (const fault of faults)
      for (const way of ways.filter((one) => one === (fault.way ?? one)))
        test(`${fault.name}, ${way}: a panel, the others work, and it comes back without a reload`, async ({
          page,
        }) => {
          setFault(fault)
          const { reported } = await open(page, way, remote)
          const panel = page.getByRole('alert').filter({ hasText: `${remote.title} is unavailable` })
          const screen = heading(page, remote.heading)
          await expect(panel.or(screen)).toBeVisible({ timeout: 30_000 })
          // What is only late comes, and is no failure.
          if (await screen.isVisible()) {
            expect(fault.name).toBe('12 s late')
            return othersWork(page, remote)
          }
          await expect(panel).toContainText(`Its team: ${remote.owner}.`)
          await expect(panel).toContainText(`Section ${remote.name} 1.0.0-`)
          await wasReported(reported, remote, '1.0.0', /^(load|integrity)$/)
          await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
          // Who visited leaves and comes back, who came by the address stays.
          if (way === 'visit') await othersWork(page, remote)
          setFault(null)
          if (way === 'visit') await entry(page, remote.heading).click()
          else await panel.getByRole('button', { name: 'Retry' }).click()
          await expect(screen).toBeVisible({ timeout: 12_000 })
          await othersWork(page, remote)
          expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
        })
  })
