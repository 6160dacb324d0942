import type { Page } from '@playwright/test'
import { openScreen } from '../harness/page/screens.ts'
import { expectUncovered } from '../harness/page/uncovered.ts'
import { expect, test } from '../harness/test.ts'

const sizes = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
]
// The queue has its own: screens/verification-queue.spec.ts.
const toast = (page: Page, text: string) => page.locator('.il-toast').filter({ hasText: text })

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px nothing that shows by itself covers a control`, { tag: '@product' }, () => {
    test.use({ viewport })

    test('after approvals in the list of drivers, and below what is new', async ({ page, backend }) => {
      const made = []
      for (let at = 0; at < 9; at++) made.push(await backend.person('driver'))
      const token = /p\d+x/.exec(made[0]?.full_name ?? '')?.[0] ?? ''
      await openScreen(page, `/drivers?q=${token}`, 'Drivers')
      for (const at of [0, 1]) {
        await page
          .getByRole('switch', { name: /^Verify/, checked: false })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Seen on paper')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        await page.getByRole('dialog').filter({ hasText: 'Saved!' }).getByRole('button').click()
        await expect(page.locator('.il-toast')).toHaveCount(at + 1)
        await expectUncovered(page, `approval ${at + 1}`)
      }
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main :is(h1, h2, button, input, select, a, [role=switch])')]
            .filter((one) => !one.closest('.il-changes'))
            .map((one) => ({ name: one.textContent, ...one.getBoundingClientRect().toJSON() })),
        )
      const before = await places()
      await backend.person('driver')
      const pill = page.getByRole('button', { name: /1 new · Show$/ })
      await expect(pill).toBeVisible({ timeout: 30_000 })
      expect(await places()).toEqual(before)
      await expectUncovered(page, 'somebody new')
    })

    test('in a conversation: after a message, taking it on, closing it, and what a person writes then', async ({
      page,
      backend,
    }) => {
      const person = await backend.person('user')
      const theirs = await person.connect()
      theirs.send(backend.user._id, 'Where is my driver?')
      await openScreen(page, `/user-chat/${person._id}`, `Chat with ${person.full_name}`)
      const log = page.getByRole('log')
      await expect(log.getByText('Where is my driver?')).toBeVisible()
      const input = page.getByPlaceholder('Type a message...', { exact: true })
      await input.fill('Two streets away.')
      await input.press('Enter')
      await expect(log.getByText('Two streets away.')).toBeVisible()
      await expectUncovered(page, 'a message')
      await page.getByRole('button', { name: 'Take on' }).click()
      await expect(page.getByRole('button', { name: 'Take on' })).toHaveCount(0)
      await expectUncovered(page, 'taking it on')
      await page.getByRole('button', { name: 'Close conversation' }).click()
      await expect(page.getByRole('button', { name: 'Reopen conversation' })).toBeVisible()
      await expectUncovered(page, 'closing it')
      for (let at = 0; at < 12; at++) theirs.send(backend.user._id, `One more thing, ${at}`)
      await expect(log.getByText('One more thing, 11')).toBeVisible()
      await expectUncovered(page, 'twelve messages')
      theirs.close()
    })

    test('after many bookings were changed and taken back, nor at the end of a list', async ({ page, backend }) => {
      // It is as it was in the end; others take theirs from the other end.
      const bookings = await backend.rows('/admin/user/rides')
      const { full_name } = bookings.findLast(({ status }) => status === 'Pending')?.user as { full_name: string }
      await openScreen(page, `/user-rides?q=${encodeURIComponent(full_name)}&status=Pending`, 'User Rides')
      await page.getByRole('button', { name: 'Select rows' }).click()
      await page
        .getByRole('checkbox', { name: `Select ${full_name}` })
        .first()
        .check()
      await expectUncovered(page, 'a row was selected')
      await page.getByRole('button', { name: 'Change status', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'New status' }).selectOption('Canceled')
      await dialog.getByRole('button', { name: 'Cancel 1 booking' }).click()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(dialog).toBeHidden()
      await expect(toast(page, '1 row was changed.')).toBeVisible()
      await expectUncovered(page, 'a bulk change')
      await page.keyboard.press('Control+z')
      await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click()
      await expect(toast(page, '1 row is as it was before.')).toBeVisible()
      await expectUncovered(page, 'its Undo')

      await openScreen(page, '/drivers?size=50', 'Drivers')
      await page.mouse.wheel(0, 20_000)
      await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
      await expectUncovered(page, 'scrolling to the end')
    })
  })
}
