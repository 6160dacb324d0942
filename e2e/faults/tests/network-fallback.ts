import { expect } from '@playwright/test'
import { heading } from '../../harness/page/screens.ts'
import { open, othersWork, wasReported, ways } from '../visit.ts'
import { faults } from '../fault-proxy.ts'
import type { TestOfFile } from '../own-test.ts'
import { versions, type Published } from '../published.ts'
import type { Played } from '../remotes.ts'

export function testNetworkWithFallback(test: TestOfFile, remote: Played, published: () => Published) {
  test.describe('a fault of its network, with a last known good version', () => {
    test.beforeAll(() => published().pin('newer'))

    for (const fault of faults)
      for (const way of ways.filter((one) => one === (fault.way ?? one)))
        test(`${fault.name}, ${way}: the last known good version stands within 8 s`, async ({ page }) => {
          published().setFault(fault)
          const { began, reported } = await open(page, way, remote)
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 20_000 })
          const took = Date.now() - began
          await expect(page.getByText(`${remote.title} runs its last known good version`)).toBeVisible()
          expect(took).toBeLessThan(8000)
          await wasReported(reported, remote, versions.newer, /^(load|integrity|mount)$/)
          await othersWork(page, remote)
        })
  })
}
