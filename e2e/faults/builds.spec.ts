import { publishDepots } from '../harness/product/depots.ts'
import { startOrigin } from '../harness/product/origin.ts'
import { release, rememberRelease } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { heading } from '../harness/page/screens.ts'
import { badBuilds } from './bad-builds.ts'
import { entry, open, othersWork, wasReported } from './behind-proxy.ts'
import { expect, testOf } from './own-test.ts'
import { played } from './remotes.ts'

const test = testOf('builds')
// What fails is told to the console.
test.use({ noise: /./ })

for (const remote of played)
  test.describe(remote.name, () => {
    let origin: Awaited<ReturnType<typeof startOrigin>>
    let takeBack: () => Promise<string>
    let toGood: () => Promise<string>
    test.describe.configure({ mode: 'default' })
    test.beforeAll(async ({ own }) => {
      test.setTimeout(240_000)
      takeBack = await rememberRelease(own)
      origin = await startOrigin(own, remote.name)
      await publishDepots(own, remote.folder, origin.url)
      await release(own, 'pin', `${remote.name}@1.0.0`, '--reason', 'a remote that works')
      toGood = await rememberRelease(own)
    })
    test.afterAll(async () => {
      await takeBack()
      await origin.stop()
    })

    badBuilds.forEach(({ name, routes, ends }, index) => {
      const version = `1.${index + 1}.0`
      test(`a build that ${name}: the shell and the others work, and it is reported`, async ({ own, page }) => {
        test.setTimeout(180_000)
        await publishVariant(own, origin.url, {
          folder: remote.folder,
          version,
          routes: routes.replaceAll('/depots', remote.path),
        })
        // Nothing is to be taken back before the first.
        await toGood().catch(() => undefined)
        await release(own, 'pin', `${remote.name}@${version}`, '--reason', name)
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
          await page.waitForTimeout(700)
          await othersWork(page, remote)
          await entry(page, 'Dashboard').click()
          await expect(heading(page, 'Dashboard')).toBeVisible()
        }
        await wasReported(all[0]?.reported ?? [], remote, version, /^(load|mount|run)$/)
      })
    })
  })
