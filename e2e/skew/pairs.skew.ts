import type { Page } from '@playwright/test'
import { exportsItsRoutes, sharesOneCopy } from './contract.ts'
import { leavesPageAlone } from './leaves-page-alone.ts'
import { readRounds, type Round, type TriedRemote } from './rounds.ts'
import { expectScreen, linkOf, parameterRoutes, plainRoutes } from './screen.ts'
import { expect, NothingToTry, test } from './test.ts'
import { useScreen } from './use-screen.ts'

for (const [index, round] of readRounds().rounds.entries()) {
  const annotation = [{ type: 'round', description: String(index) }]
  test.describe(`round ${index + 1}, ${round.shell}`, () => {
    test.use({ round })

    test('without a remote', { annotation }, async ({ page, check }) => {
      await check('smoke: the shell without a remote', async () => {
        await page.goto('/error-404', { waitUntil: 'networkidle' })
        await expectScreen(page)
        // For who saves data the shell reads some things when they begin to do something.
        await page.keyboard.press('Tab')
        await page.waitForTimeout(1500)
      })
    })

    for (const remote of round.remotes) {
      const of = { annotation: [...annotation, { type: 'remote', description: remote.name }] }
      test(`with ${remote.name}@${remote.version}-${remote.build}`, of, async ({ page, check }) => {
        const addresses: string[] = []
        const open = (route: string) =>
          check(`smoke: ${route}`, async () => {
            const address = await addressOf(page, route, remote, round)
            await openAndUse(page, route, address)
            addresses.push(address)
          })
        const [first = '/', ...others] = [...plainRoutes(remote), ...parameterRoutes(remote)]
        await open(first)
        await check('contract: it exports exactly the routes of its descriptor', () => exportsItsRoutes(page, remote))
        await check('contract: it shares one copy of each package with the shell', () => sharesOneCopy(page, remote))
        for (const route of others) await open(route)
        for (const { title, path } of remote.sidebar)
          await check(`smoke: the sidebar’s ${title} leads to ${path}`, () => openFromSidebar(page, title, path))
        await check('contained: it leaves the page as it found it', async () => {
          if (remote.reachesPage) throw new NothingToTry('the release lets it reach the page')
          await leavesPageAlone(page, remote, addresses)
        })
      })
    }
  })
}

async function openAndUse(page: Page, route: string, address: string) {
  await page.goto(address)
  await expectScreen(page)
  await useScreen(page, route)
}

/** Where a route can be visited: itself, or where a link of another screen leads, its own remote's first. */
async function addressOf(page: Page, route: string, remote: TriedRemote, { remotes }: Round): Promise<string> {
  if (plainRoutes(remote).includes(route)) return route
  const screens = [remote, ...remotes.filter((one) => one !== remote)].flatMap(plainRoutes)
  for (const screen of screens) {
    await page.goto(screen)
    await expectScreen(page)
    const link = await linkOf(page, route)
    if (link) return link
  }
  throw new NothingToTry(`no link of ${screens.join(', ') || 'any screen'} leads there`)
}

async function openFromSidebar(page: Page, title: string, path: string) {
  await page.goto('/error-404')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expectScreen(page)
}
