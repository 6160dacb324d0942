import { openScreen } from '../harness/page/screens.ts'
import { expect, longUnless, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const dialogs = (page: Page) => page.getByRole('dialog')
const firstField = (page: Page, dialog: RegExp) =>
  dialogs(page).getByRole('textbox', { name: dialog, exact: true }).or(dialogs(page).getByRole('combobox')).first()

const opened = [
  { path: '/drivers', title: 'Drivers', opener: /^Edit /, field: /^Full Name$/ },
  { path: '/drivers', title: 'Drivers', opener: /^Add Stripe Connect ID/, field: /^Enter Stripe Connect ID$/ },
  { path: '/user-rides', title: 'User Rides', opener: /^Change status of/, field: /^Change Status$/ },
] as const

// Where dialogs move, antd gives the focus at another moment.
for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } })

    for (const { path, title, opener, field } of opened) {
      test(
        `${opener.source} opens with the focus on its first field, and Escape gives it back`,
        longUnless(reducedMotion === 'reduce' && opener === opened[0].opener),
        async ({ page }) => {
          await openScreen(page, path, title)
          const button = page.locator('tbody').getByRole('button', { name: opener, disabled: false }).first()
          await button.press('Enter')
          await expect(firstField(page, field)).toBeFocused()
          // The motion has come to its end, and the focus is still there.
          await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
          await expect(dialogs(page)).toHaveCSS('transform', 'none')
          await expect(firstField(page, field)).toBeFocused()
          await page.keyboard.press('Escape')
          await expect(dialogs(page)).toHaveCount(0)
          await expect(button).toBeFocused()
        },
      )
    }
  })
}

test('text that was typed into the field with the focus is asked about on Escape', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await page
    .locator('tbody')
    .getByRole('button', { name: /^Edit /, disabled: false })
    .first()
    .press('Enter')
  await expect(firstField(page, /^Full Name$/)).toBeFocused()
  await page.keyboard.type('Dr. ')
  await page.keyboard.press('Escape')
  const question = dialogs(page).filter({ hasText: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialogs(page)).toHaveCount(0)
})

test('the window of a booking is described by it', async ({ page }) => {
  await openScreen(page, '/user-rides', 'User Rides')
  await page
    .locator('tbody')
    .getByRole('button', { name: /^Change status of/ })
    .first()
    .click()
  await expect(dialogs(page)).toHaveAccessibleName('Edit Driver Details')
  await expect(dialogs(page)).toHaveAccessibleDescription(/^Booking of .+ → .+ Driver: .+ Current status/)
})
