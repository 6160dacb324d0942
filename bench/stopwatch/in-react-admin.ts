import { expect, type Page } from '@playwright/test'
import type { Hands, Task } from '../../e2e/stopwatch/tasks.ts'

const menu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByRole('textbox', { name: 'Search' })
const row = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

/** How each task is done in react-admin, in a line of docs/stopwatch.md. */
export const reactAdminWays: Record<Task, string> = {
  verify:
    'The filter **Waiting**; in each row the three documents, then the switch **Verify**; or **Reject**, the reason, **Reject**',
  chats: '**Chats**, the filter **Unanswered**; the row, the answer, Enter, which leads back to the list; the next row',
  booking: '**Bookings**, the search, the surname; the row, the status, **Save**',
  cancellations: '**Bookings**, the filters **Canceled** and **Last week**, **Export**',
  undo: '**Audit**, the search, the surname; the driver in the entry; both fields anew, **Save**',
  bulk: '**Bookings**, the search, the surname; the box that selects the page of 50, **Canceled**',
}

/** The hands of somebody who knows the screens, from the first of them. */
export const inReactAdmin: Hands = {
  async verify(hand, { drivers, isRejected }) {
    const { page } = hand
    await hand.click(filter(page, 'Waiting'))
    await expect(page.locator('tbody tr')).toHaveCount(drivers.length)
    for (const [at, { full_name }] of drivers.entries()) {
      const driver = row(page, full_name)
      for (const link of await driver.getByRole('link', { name: 'Open' }).all()) await hand.lookAt(link)
      if (isRejected(at)) {
        await hand.click(driver.getByRole('button', { name: 'Reject' }))
        const dialog = page.getByRole('dialog')
        await hand.click(dialog.getByRole('combobox'))
        await hand.click(page.getByRole('option', { name: 'A document has expired' }))
        await hand.click(dialog.getByRole('button', { name: 'Reject' }))
        await expect(dialog).toHaveCount(0)
      } else {
        const verify = driver.getByLabel(`Verify ${full_name}`)
        await hand.click(verify)
        await expect(verify).toBeChecked()
        await expect(verify).toBeEnabled()
      }
    }
  },

  async chats(hand, { chats }) {
    const { page } = hand
    await hand.click(menu(page, 'Chats'))
    await hand.click(filter(page, 'Unanswered'))
    await expect(page.locator('tbody tr')).toHaveCount(chats.length)
    for (const { full_name, question, answer } of chats) {
      await hand.click(row(page, full_name).getByText(full_name))
      await expect(page.locator('p').filter({ hasText: question })).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
      // As in Refine, the form is filled with what was loaded, and takes what is typed until then.
      await page.waitForTimeout(500)
      await hand.type(answer)
      await hand.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
      await expect(row(page, full_name)).toHaveCount(0)
    }
  },

  async booking(hand, { search: surname }) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(search(page))
    await hand.type(surname)
    await expect(row(page, 'Pending')).toHaveCount(1)
    await hand.click(row(page, 'Pending').getByText('Pending'))
    await hand.click(page.getByRole('combobox', { name: 'Status' }))
    await hand.click(page.getByRole('option', { name: 'Canceled' }))
    await hand.click(save(page))
  },

  async cancellations(hand) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(filter(page, 'Canceled'))
    await hand.click(filter(page, 'Last week'))
    await expect(page).toHaveURL(/Canceled.*created|created.*Canceled/)
    return hand.download(page.getByRole('button', { name: 'Export' }))
  },

  async undo(hand, { search: surname, driver, was, by }) {
    const { page } = hand
    await hand.click(menu(page, 'Audit'))
    await hand.click(search(page))
    await hand.type(surname)
    const entry = page.locator('tbody tr').filter({ hasText: by }).filter({ hasText: was.car_name }).first()
    await hand.click(entry.getByRole('link', { name: driver.full_name }))
    const [car, licence] = [page.getByLabel('Car name'), page.getByLabel('Driving licence number')]
    await expect(car).toHaveValue('Ford Escape 2019')
    await hand.click(car)
    await hand.press('Control+a')
    await hand.type(was.car_name)
    // From field to field, the key selects what stands there.
    await hand.press('Tab')
    await expect(licence).toBeFocused()
    await hand.type(was.driving_licence_number)
    await hand.press('Enter')
  },

  async bulk(hand, { search: surname, bookings }) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(search(page))
    await hand.type(surname)
    await expect(page.locator('tbody tr').filter({ hasText: 'Pending' })).toHaveCount(bookings.length)
    await hand.click(page.getByRole('columnheader').getByRole('checkbox'))
    await hand.click(page.locator('[data-test="bulk-actions-toolbar"]').getByRole('button', { name: 'Canceled' }))
  },
}
