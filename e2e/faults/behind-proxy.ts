import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { publishDepots } from '../harness/product/depots.ts'
import { heading } from '../harness/page/screens.ts'
import { startOrigin } from '../harness/product/origin.ts'
import { release, rememberRelease, type Product } from '../harness/product/product.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'
import { startFaultProxy, type Fault } from './fault-proxy.ts'
import type { TestOfFile } from './own-test.ts'
import type { Played } from './remotes.ts'

export type Way = 'visit' | 'deep link'
export const ways: Way[] = ['visit', 'deep link']

/** A remote behind a proxy: 1.0.0 with nothing to fall back to, or 1.1.0 on top of it where that is the `newest`. */
async function publishBehindProxy(own: Product, { name, folder }: Played, newest: '1.0.0' | '1.1.0') {
  const takeBack = await rememberRelease(own)
  const origin = await startOrigin(own, name)
  const proxy = await startFaultProxy(origin.url)
  await publishDepots(own, folder, proxy.url)
  // Where it is served now would be what it falls back to from behind the proxy.
  if (newest === '1.0.0') await makeNoFallback(own, name)
  await release(own, 'pin', `${name}@1.0.0`, '--reason', 'a remote behind a proxy')
  if (newest === '1.1.0') {
    await publishVariant(own, proxy.url, { folder, version: newest })
    await release(own, 'pin', `${name}@1.1.0`, '--reason', 'a newer one')
  }
  const build = readdirSync(join(own.dataDir, 'artifacts', name)).find((one) => one.startsWith(`${newest}-`))
  return {
    proxy,
    /** Where the files of the newest version are. */
    path: `/${build ?? 'none'}/`,
    /** The others find this remote as it was before. */
    async stop() {
      await takeBack()
      await proxy.close()
      await origin.stop()
    },
  }
}

/** The remote of a group of tests, published behind its proxy before the first of them. */
export function behindProxy(test: TestOfFile, remote: Played, newest: '1.0.0' | '1.1.0') {
  const behind: { current?: Awaited<ReturnType<typeof publishBehindProxy>> } = {}
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async ({ own }) => {
    test.setTimeout(240_000)
    behind.current = await publishBehindProxy(own, remote, newest)
  })
  test.afterEach(() => behind.current?.proxy.set(null))
  test.afterAll(() => behind.current?.stop())
  return { setFault: (fault: Fault | null) => behind.current?.proxy.set(fault, behind.current.path) }
}

/** Three reports within a week: then what is live of a remote is no last known good version. */
async function makeNoFallback(own: Product, name: string) {
  const { number, remotes } = JSON.parse(await release(own, 'status', '--json')) as Status
  const live = remotes[name]?.descriptor
  if (!live) return
  const report = { release: number, remote: name, version: `${live.version}-${live.build}`, phase: 'load', message: '' }
  for (let times = 0; times < 3; times += 1)
    await fetch(`${own.url}/reports`, { method: 'POST', body: JSON.stringify(report) })
}
type Status = {
  number: number
  remotes: Record<string, { descriptor: { version: string; build: string } } | undefined>
}

export const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** A failure that a page has reported, and how the shell's origin answered. */
type Reported = { remote: string; version: string; phase: string; status: number }

let sender = 0

/** Opens a remote's screen by its entry or by its address. Returns when that began, and what the page reports. */
export async function open(page: Page, way: Way, { path, heading: title }: Played) {
  const reported: Reported[] = []
  // Who saves data prefetches nothing: the visit is the first to ask.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  // Each test is a person of their own: the shell's origin takes twenty reports a minute from one.
  sender += 1
  const address = `198.18.${(sender >> 8) % 256}.${sender % 256}`
  await page.route('**/reports', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
  )
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/reports') return
    reported.push({ ...(response.request().postDataJSON() as Omit<Reported, 'status'>), status: response.status() })
  })
  if (way === 'visit') {
    await page.goto('/')
    await expect(heading(page, 'Dashboard')).toBeVisible()
  }
  const began = Date.now()
  if (way === 'visit') await entry(page, title).click()
  else await page.goto(path, { waitUntil: 'commit' })
  return { began, reported }
}

/** The page told the shell's origin in which of these phases this version failed, and that was taken. */
export const wasReported = (reported: Reported[], { name }: Played, version: string, phases: RegExp) =>
  expect
    .poll(() =>
      reported.filter((one) => one.remote === name && one.version.startsWith(`${version}-`) && phases.test(one.phase)),
    )
    .toContainEqual(expect.objectContaining({ status: 204 }))

/** Another remote's screen and the shell's own stand. */
export async function othersWork(page: Page, { other }: Played) {
  await entry(page, other).click()
  await expect(heading(page, other)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}
