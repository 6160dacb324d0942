import { heading } from '../../harness/page/screens.ts'
import { askFor } from '../asked-build.ts'
import { badBuilds } from '../bad-builds.ts'
import { entry, open, othersWork, wasReported } from '../visit.ts'
import { expect } from '@playwright/test'
import type { TestOfFile } from '../own-test.ts'
import { versions, type Published } from '../published.ts'
import type { Played } from '../remotes.ts'

export function testBuilds(test: TestOfFile, remote: Played, published: () => Published) {
  test.describe('a bad build', () => {
    test.beforeAll(() => published().pin('bad'))

    badBuilds.forEach(({ name, ends }, index) => {
      test(`a build that ${name}: the shell and the others work, and it is reported`, async ({ page }) => {
        await askFor(page, 'badBuild', index)
        // The first listens to the page for as long as it is there.
        const all: Awaited<ReturnType<typeof open>>[] = []
        for (const way of ['deep link', 'visit'] as const) {
          const opened = await open(page, way, remote)
          all.push(opened)
          const note = page.getByText(`${remote.title} runs its last known good version`)
          if (ends === 'falls back') {
            await expect(heading(page, remote.heading)).toBeVisible({ timeout: 12_000 })
            expect(Date.now() - opened.began).toBeLessThan(8000)
            await expect(note).toBeVisible()
          } else if (ends === 'panel') {
            const panel = page.getByRole('alert').filter({ hasText: `${remote.title} is unavailable` })
            await expect(panel).toContainText(`Its team: ${remote.owner}.`, { timeout: 12_000 })
          } else await expect(page.getByText('It stands')).toBeVisible()
          // Later faults come after 300 ms, and some of them show in nothing.
          // eslint-disable-next-line no-restricted-syntax, playwright/no-wait-for-timeout
          await page.waitForTimeout(700)
          await othersWork(page, remote)
          await entry(page, 'Dashboard').click()
          await expect(heading(page, 'Dashboard')).toBeVisible()
        }
        await wasReported(all[0]?.reported ?? [], remote, versions.bad, /^(load|mount|run)$/)
      })
    })
  })
}
