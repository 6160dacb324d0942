import { expect, testOf } from './own-test.ts'
import { heading } from '../harness/page/screens.ts'
import { entry, open, othersWork, publishBehindProxy, ways } from './behind-proxy.ts'
import { faults } from './fault-proxy.ts'

let remote: Awaited<ReturnType<typeof publishBehindProxy>>

const test = testOf('network-alone')
test.describe.configure({ mode: 'default' })
// What fails is told to the console.
test.use({ noise: /./ })

test.beforeAll(async ({ own }) => {
  test.setTimeout(240_000)
  remote = await publishBehindProxy(own, '1.0.0')
})
test.afterEach(() => remote.proxy.set(null))
test.afterAll(() => remote.stop())

for (const fault of faults)
  for (const way of ways)
    test(`${fault.name}, ${way}: a panel, the others work, and it comes back without a reload`, async ({ page }) => {
      const before = await remote.reports()
      remote.proxy.set(fault, remote.path)
      await open(page, way)
      const panel = page.getByRole('alert').filter({ hasText: 'Depots is unavailable' })
      const screen = page.getByRole('button', { name: 'Counted 0' })
      await expect(panel.or(screen)).toBeVisible({ timeout: 30_000 })
      // What is only late comes, and is no failure.
      if (await screen.isVisible()) {
        expect(fault.name).toBe('12 s late')
        return othersWork(page)
      }
      await expect(panel).toContainText('Section depots 1.0.0-')
      await expect.poll(() => remote.reports()).toBeGreaterThan(before)
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
      // Who visited leaves and comes back, who came by the address stays.
      if (way === 'visit') await othersWork(page)
      remote.proxy.set(null)
      if (way === 'visit') await entry(page, 'Depots').click()
      else await panel.getByRole('button', { name: 'Retry' }).click()
      await expect(heading(page, 'Depots')).toBeVisible({ timeout: 12_000 })
      await expect(screen).toBeVisible()
      await othersWork(page)
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    })
