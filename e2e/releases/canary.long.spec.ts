import type { Browser, Page } from '@playwright/test'
import { signInTo } from '../harness/backend/backend.ts'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, rememberRelease, type Product } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'
import { sessionState } from '../harness/backend/session-state.ts'

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

const mark = (page: Page) => page.getByRole('button', { name: /^Early release \d+$/ })
const liveNumber = async (own: Product) =>
  (JSON.parse(await release(own, 'status', '--json')) as { number: number }).number
const canaryOf = async (own: Product, admin: string) =>
  (
    JSON.parse(await release(own, 'canary', 'status', '--admin', admin, '--json')) as {
      canary: { release: number; group: { release: number } }
    }
  ).canary

/** A browser of its own in which this administrator is signed in. */
async function pageOf(browser: Browser, own: Product, _id: string): Promise<Page> {
  const { token, user } = await signInTo('bare')
  const page = await (
    await browser.newContext({ storageState: sessionState(own.url, { token, user: { ...user, _id } }) })
  ).newPage()
  await page.goto(own.url)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  return page
}

test('a canary is offered to an open tab of who gets it, marked, and can be left for good', async ({ page, own }) => {
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const live = await liveNumber(own)
  await release(own, 'canary', 'start', 'depots@1.0.0', '--percent', '100', '--reason', 'a fifth remote')
  await expect(page.getByText(`Release ${live + 1} of Interline is ready.`)).toBeVisible({ timeout: 5000 })
  await expect(mark(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reload now' }).click()

  await expect(mark(page)).toHaveAccessibleName(`Early release ${live + 1}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Depots', exact: true }).click()
  await expect(heading(page, 'Depots')).toBeVisible()
  await mark(page).click()
  await page.getByRole('button', { name: 'Leave early release' }).click()

  await expect(heading(page, '404')).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
  await page.clock.install()
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByText(`Release ${live}`, { exact: true })).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(page.getByText(/is ready/)).toHaveCount(0)
})

test('a canary goes to the same administrators on every device, and to nobody at 0 %', async ({ browser, own }) => {
  const live = await liveNumber(own)
  await release(own, 'canary', 'percent', '50', '--reason', 'half of us')
  const { release: number } = await canaryOf(own, 'nobody')
  const groups = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => ({
      admin: `admin-${at}`,
      number: (await canaryOf(own, `admin-${at}`)).group.release,
    })),
  )
  const chosen = groups.find((one) => one.number === number)?.admin ?? ''
  const other = groups.find((one) => one.number === live)?.admin ?? ''

  const [first, second, another] = await Promise.all([
    pageOf(browser, own, chosen),
    pageOf(browser, own, chosen),
    pageOf(browser, own, other),
  ])
  for (const page of [first, second]) {
    await page.reload()
    await expect(mark(page)).toHaveAccessibleName(`Early release ${number}`)
  }
  await another.reload()
  await expect(heading(another, 'Dashboard')).toBeVisible()
  await expect(mark(another)).toHaveCount(0)

  await release(own, 'canary', 'percent', '0', '--reason', 'nobody for now')
  await expect(first.getByText(`This early release was withdrawn. Release ${live} of Interline is ready.`)).toBeVisible(
    { timeout: 5000 },
  )
  await first.getByRole('button', { name: 'Reload now' }).click()
  await expect(first.getByText(`Release ${live}`, { exact: true })).toBeVisible()
  await expect(mark(first)).toHaveCount(0)
  await Promise.all([first, second, another].map((page) => page.context().close()))
})

test('promoted, everybody gets it under a higher number', async ({ page, own }) => {
  await release(own, 'canary', 'percent', '100', '--reason', 'all of us')
  await page.goto('/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.reload()
  await expect(mark(page)).toBeVisible()
  await release(own, 'canary', 'promote', '--reason', 'no complaints')

  await page.getByRole('button', { name: 'Reload now' }).click()
  await expect(page.getByText(`Release ${await liveNumber(own)}`, { exact: true })).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
  await page.goto('/depots')
  await expect(heading(page, 'Depots')).toBeVisible()
})

test('a canary that fails in pages is put on hold by itself: its pages get a notice, nobody else gets it', async ({
  page,
  own,
}) => {
  const live = await liveNumber(own)
  await release(own, 'canary', 'start', 'depots@1.1.0', '--percent', '100', '--reason', 'faster gates')
  for (let visit = 1; visit <= 5; visit += 1) {
    await page.goto('/depots')
    await expect(
      page.getByText('Depots runs its last known good version, because the newest one failed.'),
    ).toBeVisible()
  }
  await expect(page.getByText(`This early release was withdrawn. Release ${live} of Interline is ready.`)).toBeVisible({
    timeout: 5000,
  })
  expect(await release(own, 'status')).toMatch(
    /for 100 % of the administrators, on hold since .*: 5 of \d+ page loads told of depots 1\.1\.0-/,
  )
  expect(own.output()).toMatch(/the canary is on hold: 5 of \d+ page loads told of depots/)

  await page.getByRole('button', { name: 'Reload now' }).click()
  await expect(heading(page, 'Depots')).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
  await expect(page.getByText(`Release ${live}`, { exact: true })).toBeVisible()
  await release(own, 'canary', 'abort', '--reason', 'the gates are too fast')
})
