import type { Locator, Page } from '@playwright/test'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, rememberRelease } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'

// Builds and commands of the tool take their time beside other work.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.use({ noise: /Section depots|a depot without gates|Federation|RUNTIME|was preloaded/i })

let origin: Awaited<ReturnType<typeof startDepotsOrigin>>
let bringBack: () => Promise<string>
test.beforeAll(async ({ own }) => {
  bringBack = await rememberRelease(own)
  origin = await startDepotsOrigin(own)
  await publishDepots(own, depots.works, origin.url)
  await publishDepots(own, depots.throws, origin.url)
})
test.afterAll(async () => {
  await bringBack()
  await origin.stop()
})

// Both versions of Depots and the remote Users have a file users-page.module.css with a class `phone`.
const depot = (page: Page) => page.getByText('The session of the shell')
const phone = (page: Page) =>
  page
    .getByRole('table')
    .getByText(/^\+?[\d ()-]{7,}$/)
    .first()

const styleOf = (element: Locator) =>
  element.evaluate((node) => {
    const { color, letterSpacing, overflow, textOverflow } = getComputedStyle(node)
    return { color, letterSpacing, overflow, textOverflow }
  })
const stylesheets = (page: Page) =>
  page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []).filter((href) => /\.css$/.test(href)))
const fromDepots = async (page: Page) => (await stylesheets(page)).filter((href) => href.startsWith(origin.url))

test('two remotes with the same class names do not touch each other’s styles', async ({ page, own }) => {
  await page.goto('/users')
  const users = await styleOf(phone(page))
  expect(users).toMatchObject({ letterSpacing: 'normal', overflow: 'hidden', textOverflow: 'ellipsis' })

  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a fifth remote')
  await page.goto('/depots')
  const alone = await styleOf(depot(page))
  expect(alone).toMatchObject({ color: 'rgb(1, 2, 3)', overflow: 'visible', textOverflow: 'clip' })

  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await link('Users').click()
  await expect(heading(page, 'Users')).toBeVisible()
  expect(await styleOf(phone(page))).toEqual(users)
  await link('Depots').click()
  await expect(heading(page, 'Depots')).toBeVisible()
  expect(await fromDepots(page)).toHaveLength(1)
  expect(await styleOf(depot(page))).toEqual(alone)
})

test('two versions of one remote do not touch each other’s styles', async ({ page, own }) => {
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a fifth remote').catch(() => undefined)
  await page.goto('/depots')
  const alone = await styleOf(depot(page))

  await release(own, 'pin', 'depots@1.1.0', '--reason', 'faster gates')
  await page.goto('/depots')
  await expect(page.getByText('Depots runs its last known good version')).toBeVisible()
  expect(await fromDepots(page)).toHaveLength(2)
  expect(await styleOf(depot(page))).toEqual(alone)
})
