import type { Page } from '@playwright/test'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { expect, testOf } from './own-test.ts'
import { release } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'
import { badBuilds } from './bad-builds.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'

let origin: Awaited<ReturnType<typeof startDepotsOrigin>>

const test = testOf('builds')
test.describe.configure({ mode: 'default' })
// What fails is told to the console.
test.use({ noise: /./ })

test.beforeAll(async ({ own }) => {
  test.setTimeout(240_000)
  origin = await startDepotsOrigin(own)
  await publishDepots(own, depots.works, origin.url)
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a remote that works')
})
test.afterAll(() => origin.stop())

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const note = (page: Page) => page.getByText('Depots runs its last known good version')
const phasesOf = async (url: string, version: string) =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.includes('remote="depots"') && line.includes(`version="${version}-`))
    .map((line) => /phase="(\w+)"/.exec(line)?.[1])

badBuilds.forEach(({ name, routes, ends }, index) => {
  const version = `1.${index + 1}.0`
  test(`a build that ${name}: the shell and the others work, and it is reported`, async ({ page, own }) => {
    test.setTimeout(180_000)
    await publishVariant(own, origin.url, { version, routes })
    await release(own, 'rollback', '--to', '2', '--reason', 'the one that works').catch(() => undefined)
    await release(own, 'pin', `depots@${version}`, '--reason', name)
    for (const way of ['deep link', 'visit'] as const) {
      await page.goto(way === 'visit' ? '/' : '/depots')
      if (way === 'visit') {
        await expect(heading(page, 'Dashboard')).toBeVisible()
        await entry(page, 'Depots').click()
      }
      if (ends === 'falls back') {
        await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible({ timeout: 8000 })
        await expect(note(page)).toBeVisible()
      } else if (ends === 'panel') {
        await expect(page.getByRole('alert')).toContainText('Depots is unavailable', { timeout: 12_000 })
      } else await expect(page.getByText('It stands')).toBeVisible()
      await page.waitForTimeout(700)
      await entry(page, 'Users').click()
      await expect(heading(page, 'Users')).toBeVisible()
      await entry(page, 'Dashboard').click()
      await expect(heading(page, 'Dashboard')).toBeVisible()
    }
    await expect.poll(() => phasesOf(own.url, version)).not.toEqual([])
  })
})
