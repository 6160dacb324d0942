import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { depots, publishDepots, startDepotsOrigin } from '../harness/product/depots.ts'
import { heading } from '../harness/page/screens.ts'
import { release, type Product } from '../harness/product/product.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { publishVariant } from '../harness/product/publish-variant.ts'

export type Way = 'visit' | 'deep link'
export const ways: Way[] = ['visit', 'deep link']

/** Depots 1.0.0 and 1.1.0 behind a proxy, pinned one after the other up to `newest`. */
export async function publishBehindProxy(own: Product, newest: '1.0.0' | '1.1.0') {
  const origin = await startDepotsOrigin(own)
  const proxy = await startFaultProxy(origin.url)
  await publishDepots(own, depots.works, proxy.url)
  await release(own, 'pin', 'depots@1.0.0', '--reason', 'a remote behind a proxy')
  if (newest === '1.1.0') {
    await publishVariant(own, proxy.url, { version: newest })
    await release(own, 'pin', 'depots@1.1.0', '--reason', 'a newer one')
  }
  const build = readdirSync(join(own.dataDir, 'artifacts/depots')).find((name) => name.startsWith(`${newest}-`))
  return {
    proxy,
    /** Where the files of the newest version are. */
    path: `/${build ?? 'none'}/`,
    /** How many failures of the newest version the pages have reported. */
    async reports(): Promise<number> {
      const metrics = await (await fetch(`${own.url}/metrics`)).text()
      return metrics
        .split('\n')
        .filter((line) => line.includes('remote="depots"') && line.includes(`version="${newest}-`))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
    async stop() {
      await proxy.close()
      await origin.stop()
    },
  }
}

export const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

let sender = 0

/** Opens Depots by its entry or by its address. Returns when that began. */
export async function open(page: Page, way: Way): Promise<number> {
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

export async function othersWork(page: Page) {
  await entry(page, 'Users').click()
  await expect(heading(page, 'Users')).toBeVisible()
}
