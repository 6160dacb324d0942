import { heading } from '../../harness/page/screens.ts'
import { entry, open, othersWork, wasReported, ways } from '../visit.ts'
import { askFor } from '../asked-build.ts'
import { misbehaviours } from '../misbehaviours.ts'
import { expect } from '@playwright/test'
import type { TestOfFile } from '../own-test.ts'
import { versions, type Published } from '../published.ts'
import type { Played } from '../remotes.ts'

export function testMisbehaviours(test: TestOfFile, remote: Played, published: () => Published) {
  test.describe('a build that misbehaves', () => {
    test.beforeAll(() => published().pin('bad'))

    misbehaviours.forEach(({ name, ends, reported: isReported }, index) => {
      // Each by one way: every other begins with the address.
      const way = ways[index % ways.length] ?? 'visit'
      test(`a build that ${name}, ${way}: the shell and the others work, also after a reload`, async ({ page }) => {
        await askFor(page, 'misbehaves', index)
        const { began, reported } = await open(page, way, remote)
        if (ends === 'falls back') {
          await expect(heading(page, remote.heading)).toBeVisible({ timeout: 12_000 })
          expect(Date.now() - began).toBeLessThan(8000)
          await expect(page.getByText(`${remote.title} runs its last known good version`)).toBeVisible()
        } else await expect(page.getByText('It stands')).toBeVisible()
        // Later faults come after 300 ms, and some of them show in nothing.
        // eslint-disable-next-line no-restricted-syntax, playwright/no-wait-for-timeout
        await page.waitForTimeout(700)
        await othersWork(page, remote)
        await expect(page).toHaveTitle(new RegExp(remote.other))
        await expect(page.locator('#over:visible')).toHaveCount(0)
        await entry(page, 'Dashboard').click()
        await expect(heading(page, 'Dashboard')).toBeVisible()
        if (ends === 'falls back' || isReported) await wasReported(reported, remote, versions.bad, /^(load|mount|run)$/)
        // The things that it left in the browser do not keep the next page from standing.
        await page.reload()
        // Cookies that made each request too large are gone with the first answer that says so.
        const again = page.getByRole('link', { name: 'Open Interline' })
        await expect(again.or(page.getByRole('navigation', { name: 'Main' }))).toBeVisible()
        if (await again.isVisible()) await again.click()
        await othersWork(page, remote)
        const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
        expect(workers).toBe(0)
      })
    })

    test('a screen that throws when it is visited again: a panel with its owner or the last known good version', async ({
      page,
    }) => {
      await askFor(page, 'misbehaves', 'again')
      await open(page, 'visit', remote)
      await expect(page.getByText('It stands')).toBeVisible()
      await othersWork(page, remote)
      await entry(page, remote.heading).click()
      const panel = page.getByRole('alert').filter({ hasText: `${remote.title} is unavailable` })
      const note = page.getByText(`${remote.title} runs its last known good version`)
      await expect(panel.or(note)).toBeVisible()
      if (await panel.isVisible()) await expect(panel).toContainText(`Its team: ${remote.owner}.`)
      await othersWork(page, remote)
    })
  })
}
