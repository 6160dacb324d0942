import { appendFileSync, copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { expect, test } from '../harness/own-product.ts'
import { release, rememberRelease, type Product } from '../harness/product/product.ts'
import { heading } from '../harness/page/screens.ts'
import type { Page } from '@playwright/test'

// Builds and commands of the tool take their time beside other work.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.use({
  noise:
    /Failed to load|Section depots|a depot without gates|integrity|Federation|RUNTIME|ERR_|was preloaded|ScriptExternalLoadError/i,
})

let origin: Awaited<ReturnType<typeof startDepotsOrigin>>
let bringBack: () => Promise<string>
test.beforeAll(async ({ own }) => {
  bringBack = await rememberRelease(own)
  origin = await startDepotsOrigin(own)
  await publishDepots(own, depots.works, origin.url)
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a fifth remote')
  await publishDepots(own, depots.throws, origin.url)
})
test.afterAll(async () => {
  await bringBack()
  await origin.stop()
})

const note = (page: Page) => page.getByText('Depots runs its last known good version, because the newest one failed.')
const metrics = async (product: Product) => (await fetch(`${product.url}/metrics`)).text()

test('an open tab is offered a new release within 5 s; a version whose screen throws is replaced by the last known good one', async ({
  page,
  own,
}) => {
  await page.goto('/depots')
  await expect(heading(page, 'Depots')).toBeVisible()
  await page.getByRole('button', { name: 'Counted 0' }).click()
  await release(own, 'pin', 'depots@1.1.0', '--reason', 'faster gates')
  const offer = page.getByText(/^Release \d+ of Interline is ready\.$/)
  await expect(offer).toBeVisible({ timeout: 5000 })
  await expect(page.getByRole('button', { name: 'Counted 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Reload now' }).click()
  await expect(note(page)).toBeVisible()
  await expect(heading(page, 'Depots')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Counted 0' })).toBeVisible()
  await expect(offer).toHaveCount(0)

  await page.getByRole('banner').getByRole('button', { name: /Admin/ }).click()
  await page.getByRole('button', { name: 'About this screen' }).click()
  const about = page.getByRole('dialog', { name: 'About this screen' })
  await expect(about.locator('dd')).toHaveText([
    'Depots (depots)',
    /^1\.0\.0-/,
    /^1\.1\.0-/,
    'Test team',
    origin.url,
    /^\d+ · /,
    /^1\.0\.0-/,
  ])
  await expect
    .poll(() => metrics(own))
    .toMatch(
      /interline_remote_failures_total\{release="\d+",remote="depots",version="1\.1\.0-[0-9a-f]+",phase="mount"\} 1/,
    )
  expect(await release(own, 'status')).toMatch(
    /failed in pages: depots 1\.1\.0-[0-9a-f]+, mount, 1 time, last .*: a depot without gates/,
  )
})

test('two versions of one remote live in one tab, whichever comes first; neither touches what the other loaded', async ({
  page,
  own,
}) => {
  const { remotes, fallbacks } = JSON.parse(await release(own, 'status', '--json')) as Record<
    'remotes' | 'fallbacks',
    Record<string, { descriptor: { build: string } }>
  >
  const builds = [remotes, fallbacks].map(({ depots: version }) => version?.descriptor.build ?? 'none')
  // A person who saves data prefetches nothing: the order is ours.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  for (const order of [builds, [...builds].reverse()]) {
    const requestedUrls: string[] = []
    const listen = (request: { url: () => string }) =>
      void (request.url().startsWith(origin.url) && requestedUrls.push(request.url()))
    page.on('request', listen)
    await page.goto('/')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    const seen = await page.evaluate(async ([first = '', second = '']) => {
      type Exposed = { routes: { Component: unknown }[] }
      const { __FEDERATION__ } = globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: { loadRemote: (id: string) => Promise<Exposed> }[] }
      }
      const load = async (build: string) =>
        (await __FEDERATION__.__INSTANCES__[0]?.loadRemote(`depots_${build}/routes`))?.routes[0]?.Component
      const chunksOf = (build: string) =>
        (Reflect.get(globalThis, `webpackChunkdepots_${build}`) as unknown[] | undefined)?.length ?? 0
      const before = await load(first)
      const alone = [chunksOf(first), chunksOf(second)]
      const after = await load(second)
      return {
        alone,
        both: [chunksOf(first), chunksOf(second)],
        same: before === after,
        stays: (await load(first)) === before,
      }
    }, order)
    expect(seen).toEqual({ alone: [1, 0], both: [1, 1], same: false, stays: true })
    // Its entry, its routes and their styles, each once.
    for (const build of builds)
      expect(
        requestedUrls.filter((url) => url.includes(build)),
        `files of ${build}`,
      ).toHaveLength(3)
    page.off('request', listen)
  }
})

test('a version that never answers is replaced within 8 s', async ({ page }) => {
  await page.route('**/1.1.0-*/**', () => new Promise<void>(() => undefined))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const began = Date.now()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Depots', exact: true }).click()
  await expect(heading(page, 'Depots')).toBeVisible({ timeout: 10_000 })
  expect(Date.now() - began).toBeLessThan(8000)
  await expect(note(page)).toBeVisible()
})

test('a remote that is switched off shows its visitors why, loads nothing, and comes back', async ({ page, own }) => {
  await release(own, 'off', 'depots', '--message', 'Counting gates. Back at noon.')
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/depots')
  await expect(heading(page, 'Depots is switched off')).toBeVisible()
  await expect(page.getByText('Counting gates. Back at noon.', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  expect(requestedUrls.filter((url) => url.startsWith(origin.url))).toEqual([])

  await release(own, 'on', 'depots', '--reason', 'counted')
  await page.goto('/depots')
  await expect(heading(page, 'Depots')).toBeVisible()
})

test('a file that was altered after its release does not run: each in turn; Retry has it once it is right again', async ({
  page,
  own,
}) => {
  await release(own, 'rollback', '--reason', 'gates were missing')
  const folder = join(own.dataDir, 'artifacts/depots')
  const artifact = join(folder, readdirSync(folder).find((name) => name.startsWith('1.0.0-')) ?? 'none')
  const scripts = readdirSync(artifact).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  const browser = await page.context().newCDPSession(page)
  for (const script of scripts) {
    await browser.send('Network.clearBrowserCache')
    const file = join(artifact, script)
    copyFileSync(file, `${file}.kept`)
    for (const packed of ['.br', '.gz']) rmSync(file + packed, { force: true })
    appendFileSync(file, ';globalThis.altered = true')
    await page.goto('/depots')
    await expect(page.getByRole('alert')).toContainText('Depots is unavailable', { timeout: 30_000 })
    expect(await page.evaluate(() => 'altered' in globalThis), script).toBe(false)
    renameSync(`${file}.kept`, file)
    await page.getByRole('alert').getByRole('button', { name: 'About this screen' }).click()
    await expect(page.getByRole('dialog', { name: 'About this screen' })).toContainText('Test team')
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page, 'Depots')).toBeVisible()
  }
  await expect
    .poll(() => metrics(own))
    .toMatch(
      new RegExp(
        `interline_remote_failures_total\\{release="\\d+",remote="depots",version="1\\.0\\.0-[0-9a-f]+",phase="integrity"\\} ${scripts.length}\\n`,
      ),
    )
  await page.goto('/depots')
  await expect(heading(page, 'Depots')).toBeVisible()
})
