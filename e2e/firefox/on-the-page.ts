import type { Page } from 'puppeteer-core'
import { admin } from '../harness/backend/backend.ts'
import { expect, url } from './test.ts'

/** Waits until a screen has this heading and nothing on it is loading any more. The window must have the focus. */
export async function expectScreen(page: Page, heading: string): Promise<void> {
  await page
    .waitForFunction(
      (name) => {
        const isLoading = [...document.querySelectorAll('[role="status"]')].some((status) =>
          /^Loading/.test(status.getAttribute('aria-label') ?? status.textContent ?? ''),
        )
        const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
        return !document.querySelector('#loader') && !isLoading && headings.some((one) => one.innerText.trim() === name)
      },
      {},
      heading,
    )
    .catch(async (error: unknown) => {
      throw new Error(`no screen "${heading}" on ${page.url()}:\n${await textOf(page)}`, { cause: error })
    })
  await expectWindowFocus(page)
}

/** Else a test of the focus proves nothing. A tab that is being closed may have it for a moment. */
export const expectWindowFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.hasFocus()), { message: 'the window has the focus' }).toBe(true)

export async function openScreen(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(url + path)
  await expectScreen(page, heading)
}

/** Signs in with the keyboard, as a person does. */
export async function signIn(page: Page): Promise<void> {
  await page.goto(url)
  await page.locator('input[type=email]').click()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Dashboard')
}

export const textOf = (page: Page, selector = 'body') =>
  page.$$eval(selector, (found) => found.map((one) => (one as HTMLElement).innerText).join('\n'))

/** The element that has the focus: its tag and its name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const label = (element as HTMLInputElement).labels?.[0]?.innerText
    const name = element.getAttribute('aria-label') ?? label ?? element.innerText
    return `${element.tagName.toLowerCase()} ${name.trim()}`
  })

/** The dialogs that are on the screen now. */
export const openDialogs = (page: Page) =>
  page.$$eval('dialog, [role="dialog"], [role="alertdialog"]', (found) =>
    found
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.split('\n')[0]),
  )

/** Gives a control the focus, as Tab does, and presses a key on it. */
export async function pressOn(page: Page, selector: string, key: 'Enter' | 'Space'): Promise<void> {
  const control = await page.locator(selector).waitHandle()
  await control.focus()
  await page.keyboard.press(key)
}
