import { entry, open, othersWork, ways } from '../visit.ts'
import { drawFaults, seeds } from '../drawn.ts'
import { heading } from '../../harness/page/screens.ts'
import { expect } from '@playwright/test'
import type { TestOfFile } from '../own-test.ts'
import type { Published } from '../published.ts'
import type { Played } from '../remotes.ts'

export function testDrawnFaults(test: TestOfFile, remote: Played, published: () => Published) {
  test.describe('faults that are drawn', () => {
    test.beforeAll(() => published().pin('newer'))

    for (const seed of seeds)
      drawFaults(seed, 4).forEach((fault, index) =>
        test(`seed ${seed}, ${fault.name}: a screen within 8 s, and the others work`, async ({ page }) => {
          published().setFault(fault)
          const { began } = await open(page, ways[index % ways.length] ?? 'visit', remote)
          // The newest, or the last known good version of it.
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 20_000 })
          expect(Date.now() - began).toBeLessThan(8000)
          await othersWork(page, remote)
          published().setFault(null)
          await entry(page, remote.heading).click()
          await expect(heading(page, remote.heading)).toBeVisible()
        }),
      )
  })
}
