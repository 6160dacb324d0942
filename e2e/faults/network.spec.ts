import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'
import { faults, startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { publishVariant } from './publish-variant.ts'

let origin: Awaited<ReturnType<typeof startDepotsOrigin>>
let proxy: FaultProxy
/** Where the files of the newest version are. */
let newest: string

test.describe.configure({ mode: 'default' })
// What fails is told to the console.
test.use({ noise: /./ })

test.beforeAll(async ({ own }) => {
  test.setTimeout(240_000)
  origin = await startDepotsOrigin(own)
  proxy = await startFaultProxy(origin.url)
  await publishDepots(own, depots.works, proxy.url)
  await publishVariant(own, proxy.url, '1.1.0')
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a remote behind a proxy')
})
test.afterEach(() => proxy.set(null))
test.afterAll(async () => {
  await proxy.close()
  await origin.stop()
})

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

let sender = 0

/** Opens Depots by its entry or by its address. Returns when that began. */
async function open(page: Page, way: 'visit' | 'deep link'): Promise<number> {
  // Who saves data prefetches nothing: the visit is the first to ask.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  // Each test is a person of their own: the shell's origin takes twenty reports a minute from one.
  sender += 1
  await page.route('**/reports', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': `203.0.113.${sender % 250}` } }),
  )
  if (way === 'visit') {
    await page.goto('/')
    await expect(heading(page, 'Dashboard')).toBeVisible()
  }
  const began = Date.now()
  if (way === 'visit') await entry(page, 'Depots').click()
  else await page.goto('/depots', { waitUntil: 'commit' })
  return began
}

async function othersWork(page: Page) {
  await entry(page, 'Users').click()
  await expect(heading(page, 'Users')).toBeVisible()
}

const reports = async (url: string, version: string) =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.includes('remote="depots"') && line.includes(`version="${version}`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

test.describe('without another version', () => {
  test.beforeAll(async ({ own }) => {
    const folder = join(own.dataDir, 'artifacts/depots')
    newest = `/${readdirSync(folder).find((name) => name.startsWith('1.0.0-')) ?? 'none'}/`
  })

  for (const fault of faults)
    for (const way of ['visit', 'deep link'] as const)
      test(`${fault.name}, ${way}: a panel, the others work, and Retry brings it`, async ({ page, own }) => {
        const before = await reports(own.url, '1.0.0')
        proxy.set(fault, newest)
        await open(page, way)
        const panel = page.getByRole('alert').filter({ hasText: 'Depots is unavailable' })
        const either = panel.or(heading(page, 'Depots').filter({ hasText: /^Depots$/ }))
        await expect(either.first()).toBeVisible({ timeout: 30_000 })
        // What is only late comes, and is no failure.
        if (!(await panel.isVisible())) {
          expect(fault.name).toBe('12 s late')
          return othersWork(page)
        }
        await expect(panel).toContainText('Section depots 1.0.0-')
        await expect.poll(() => reports(own.url, '1.0.0')).toBeGreaterThan(before)
        await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
        // Who visited leaves and comes back, who came by the address stays.
        if (way === 'visit') await othersWork(page)
        proxy.set(null)
        if (way === 'visit') await entry(page, 'Depots').click()
        else await panel.getByRole('button', { name: 'Retry' }).click()
        await expect(heading(page, 'Depots')).toBeVisible({ timeout: 12_000 })
        await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible()
        await othersWork(page)
        expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
      })
})

test.describe('with a last known good version', () => {
  test.beforeAll(async ({ own }) => {
    await release(own, 'pin', 'depots@1.1.0', '--reason', 'the newest')
    const folder = join(own.dataDir, 'artifacts/depots')
    newest = `/${readdirSync(folder).find((name) => name.startsWith('1.1.0-')) ?? 'none'}/`
  })

  for (const fault of faults)
    for (const way of ['visit', 'deep link'] as const)
      test(`${fault.name}, ${way}: the last known good version stands within 8 s`, async ({ page, own }) => {
        const before = await reports(own.url, '1.1.0')
        proxy.set(fault, newest)
        const began = await open(page, way)
        await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible({ timeout: 20_000 })
        const took = Date.now() - began
        await expect(page.getByText('Depots runs its last known good version')).toBeVisible()
        expect(took).toBeLessThan(8000)
        await expect.poll(() => reports(own.url, '1.1.0')).toBeGreaterThan(before)
        await othersWork(page)
      })
})
