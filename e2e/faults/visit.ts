import { expect, type Page } from '@playwright/test'
import { heading } from '../harness/page/screens.ts'
import type { Played } from './remotes.ts'

export type Way = 'visit' | 'deep link'
export const ways: Way[] = ['visit', 'deep link']

export const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** A failure that a page has reported, and how the shell's origin answered. */
type Reported = { remote: string; version: string; phase: string; status: number }

/** Opens a remote's screen by its entry or by its address. Returns when that began, and what the page reports. */
export async function open(page: Page, way: Way, { path, heading: title }: Played) {
  const reported: Reported[] = []
  // A page with saved data prefetches nothing: the visit is the first to ask.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
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
