import type { Locator, Page } from '@playwright/test'
import { toldWithin } from './on-the-page.ts'
import { expect, isWhole, test } from './test.ts'

type Opened = { name: string; path: string; opens: (page: Page) => Locator }

const row = (page: Page) => page.locator('tbody tr.il-row').first()
const button = (page: Page, name: RegExp) => row(page).getByRole('button', { name })
const drivers = '/drivers?q=driver35%40example.com&size=100'

/** The acts that open a dialog whose code comes later than its screen. */
const opened: Opened[] = [
  { name: 'Verify', path: drivers, opens: (page) => row(page).getByRole('switch') },
  { name: 'Edit Driver Details', path: drivers, opens: (page) => button(page, /^Edit/) },
  { name: 'Connect Driver', path: drivers, opens: (page) => button(page, /^Add Stripe Connect ID/) },
  { name: 'Change Status', path: '/user-rides?q=&size=100', opens: (page) => button(page, /^Change status of/) },
]

for (const { name, path, opens } of opened.filter(({ name }) => isWhole || name === 'Verify'))
  for (const comesBack of isWhole ? ['by itself', 'by Retry'] : ['by itself'])
    test(`${name}: offline before its code came is told, and it comes ${comesBack} when back`, async ({ page }) => {
      // A person who saves data loads nothing ahead: the click is the first to ask.
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
      await page.goto(path)
      await expect(opens(page)).toBeVisible()
      await page.context().setOffline(true)
      if (comesBack === 'by Retry')
        await page.evaluate(() => window.addEventListener('online', (event) => event.stopImmediatePropagation(), true))
      await opens(page).click()
      const clicked = Date.now()
      const note = page.getByRole('alert').filter({ hasText: 'This part of the screen could not be loaded' })
      await toldWithin(note, () => clicked)
      await note.getByRole('button', { name: 'Retry' }).click()
      await expect(note).toBeVisible()
      await page.context().setOffline(false)
      if (comesBack === 'by Retry') await note.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(note).toHaveCount(0)
    })
