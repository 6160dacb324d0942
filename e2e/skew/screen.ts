import type { Page } from '@playwright/test'
import { expectSettled } from '../harness/page/screens.ts'
import { expect } from './test.ts'
import type { TriedRemote } from './rounds.ts'

const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page) => main(page).getByRole('heading', { level: 1 }).first()

/** Waits until the screen of a remote is drawn: a heading and something below it, nothing loading, no alert. */
export async function expectScreen(page: Page): Promise<void> {
  const alert = main(page).getByRole('alert')
  await expect(heading(page).or(alert).first()).toBeVisible({ timeout: 20_000 })
  if ((await alert.count()) === 0) await expectSettled(page)
  const alerts = await alert.allInnerTexts()
  if (alerts.length > 0) throw new Error(`the screen says: ${alerts.join(' / ').replace(/\s+/g, ' ')}`)
  const title = (await heading(page).innerText()).trim()
  expect(title, 'the text of the heading').not.toBe('')
  const content = (await main(page).innerText()).replace(title, '').trim()
  expect(content, 'what the screen shows besides its heading').not.toBe('')
}

const hasParameter = (route: string) => route.includes(':')
export const plainRoutes = ({ routes }: TriedRemote) => routes.filter((route) => !hasParameter(route))
export const parameterRoutes = ({ routes }: TriedRemote) => routes.filter(hasParameter)

/**
 * A link on the screen that is shown whose address is one of this route, such as `/user-chat/42` of `/user-chat/:id`.
 */
export async function linkOf(page: Page, route: string): Promise<string | undefined> {
  const shape = new RegExp(
    `^${route
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part))
      .join('/')}/?$`,
  )
  const links = await main(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  return links.find((path) => shape.test(path))
}
