import { expect, type Locator, type Page } from '@playwright/test'
import type { Backend } from '../harness/backend/backend.ts'

/** The screen stands: its heading, and the shell around it. */
export async function stands(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
}

/**
 * How long after an answer that came at once the reason is on screen; ms. It takes 0.5 to 0.8 s; beside another
 * product's first build and load up to 1.9.
 */
const promised = 3000

export async function toldWithin(where: Locator, since: () => number): Promise<void> {
  // Unlike `expect`, this looks at each frame.
  await where.waitFor()
  expect(since(), 'what is told is no failure of before').toBeLessThan(Infinity)
  expect(Date.now() - since(), 'ms until the reason was told').toBeLessThan(promised)
}

/** In the form that an ended session shows, as the administrator of before. */
export async function signInAgain(page: Page, world: Backend, password: string): Promise<void> {
  const session = world.user._id.replace(/-admin$/, '')
  await page.getByLabel('Email', { exact: true }).fill(`admin+${session}@interline.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
