import { expect } from '@playwright/test'
import { heading } from '../../harness/page/screens.ts'
import { entry, open, othersWork, wasReported, ways } from '../visit.ts'
import { faults } from '../fault-proxy.ts'
import type { TestOfFile } from '../own-test.ts'
import { versions, type Published } from '../published.ts'
import type { Played } from '../remotes.ts'

export function testNetworkAlone(test: TestOfFile, remote: Played, published: () => Published) {
  test.describe('a fault of its network', () => {
    test.beforeAll(() => published().pin('first'))

    for (const fault of faults)
      for (const way of ways.filter((one) => one === (fault.way ?? one)))
        test(`${fault.name}, ${way}: a panel, the others work, and it comes back without a reload`, async ({
          page,
        }) => {
          published().setFault(fault)
          const { reported } = await open(page, way, remote)
          const panel = page.getByRole('alert').filter({ hasText: `${remote.title} is unavailable` })
          const screen = heading(page, remote.heading)
          await expect(panel.or(screen)).toBeVisible({ timeout: 30_000 })
          // A late file comes, and is no failure.
          if (await screen.isVisible()) {
            expect(fault.name).toBe('12 s late')
            return othersWork(page, remote)
          }
          await expect(panel).toContainText(`Its team: ${remote.owner}.`)
          await expect(panel).toContainText(`Section ${remote.name} ${versions.first}-`)
          await wasReported(reported, remote, versions.first, /^(load|integrity)$/)
          await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
          // A visitor leaves and comes back; a page that was opened by the address stays.
          if (way === 'visit') await othersWork(page, remote)
          published().setFault(null)
          if (way === 'visit') await entry(page, remote.heading).click()
          else await panel.getByRole('button', { name: 'Retry' }).click()
          await expect(screen).toBeVisible({ timeout: 12_000 })
          await othersWork(page, remote)
          expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
        })
  })
}
