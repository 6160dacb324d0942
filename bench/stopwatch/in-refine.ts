import { expect, type Page } from '@playwright/test'
import type { Hands, Task } from '../../e2e/stopwatch/tasks.ts'

const menu = (page: Page, name: string) => page.getByRole('menuitem', { name })
const choice = (page: Page, name: string) => page.locator('.ant-radio-button-wrapper').filter({ hasText: name })
const search = (page: Page) => page.getByPlaceholder('Search')
const rows = (page: Page) => page.locator('tbody tr.ant-table-row')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const option = (page: Page, name: string) => page.locator('.ant-select-item-option').filter({ hasText: name })
const edit = (page: Page, text: string) => row(page, text).getByRole('button', { name: 'edit' })

/** How each task is done in refine, in a line of docs/stopwatch.md. */
export const refineWays: Record<Task, string> = {
  verify:
    'The choice **Waiting**; in each row the three documents, then the switch **Verify**; or **Reject**, the reason, **Reject**',
  chats:
    '**Chats**, which begins with the unanswered; the pencil of the row, the answer, **Send**, which leads back; the next row',
  booking: '**Bookings**, the search, the surname; the pencil of the row, the status, **Save**',
  cancellations: '**Bookings**, the choice **Canceled**, the period and its **Last week**, **Export**',
  undo: '**Audit**, the search, the surname; the driver in the entry; both fields anew, **Save**',
  bulk: '**Bookings**, the search, the surname; the box that selects the page of 50, **Set Canceled**',
}

/** The hands of somebody who knows the screens, from the first of them. */
export const inRefine: Hands = {
  async verify(hand, { drivers, isRejected }) {
    const { page } = hand
    await hand.click(choice(page, 'Waiting'))
    await expect(rows(page)).toHaveCount(drivers.length)
    let isChosen = false
    for (const [at, { full_name }] of drivers.entries()) {
      const driver = row(page, full_name)
      for (const link of await driver.getByRole('link', { name: 'Open' }).all()) await hand.lookAt(link)
      if (isRejected(at)) {
        await hand.click(driver.getByRole('button', { name: 'Reject' }))
        const dialog = page.getByRole('dialog')
        // The window keeps the reason that was chosen last.
        if (!isChosen) {
          await hand.click(dialog.locator('.ant-select'))
          await hand.click(option(page, 'A document has expired'))
          isChosen = true
        }
        await hand.click(dialog.getByRole('button', { name: 'Reject' }))
        await expect(dialog).toBeHidden()
      } else await hand.click(driver.getByRole('switch'))
      await expect(driver).toHaveCount(0)
    }
  },

  async chats(hand, { chats }) {
    const { page } = hand
    await hand.click(menu(page, 'Chats'))
    await expect(rows(page)).toHaveCount(chats.length)
    for (const { full_name, question, answer } of chats) {
      await hand.click(edit(page, full_name))
      await expect(page.getByText(question)).toBeVisible()
      const message = page.getByLabel('Message')
      await expect(message).toBeFocused()
      await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
      // The form fills in what it loaded a moment later, and would take what is typed until then.
      await page.waitForTimeout(500)
      await hand.type(answer)
      await hand.click(page.getByRole('button', { name: 'Send' }))
      await expect(message).toHaveCount(0)
      await expect(row(page, full_name)).toHaveCount(0)
    }
  },

  async booking(hand, { search: surname }) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(search(page))
    await hand.type(surname)
    await expect(row(page, 'Pending')).toHaveCount(1)
    await hand.click(edit(page, 'Pending'))
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
    await hand.click(page.locator('form .ant-select'))
    await hand.click(option(page, 'Canceled'))
    await hand.click(page.getByRole('button', { name: 'Save' }))
  },

  async cancellations(hand) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(choice(page, 'Canceled'))
    await hand.click(page.getByPlaceholder('Start date'))
    await hand.click(page.locator('.ant-picker-presets').getByText('Last week'))
    await expect(page).toHaveURL(/created/)
    return hand.download(page.getByRole('button', { name: 'Export' }))
  },

  async undo(hand, { search: surname, driver, was, by }) {
    const { page } = hand
    await hand.click(menu(page, 'Audit'))
    await hand.click(search(page))
    await hand.type(surname)
    const entry = rows(page).filter({ hasText: by }).filter({ hasText: was.car_name }).first()
    await hand.click(entry.getByRole('link', { name: driver.full_name }))
    const [car, licence] = [page.getByLabel('Car'), page.getByLabel('Licence number')]
    await expect(car).toHaveValue('Ford Escape 2019')
    await hand.click(car)
    await hand.press('Control+a')
    await hand.type(was.car_name)
    // From field to field, the key selects what stands there.
    await hand.press('Tab')
    await expect(licence).toBeFocused()
    await hand.type(was.driving_licence_number)
    await hand.click(page.getByRole('button', { name: 'Save' }))
  },

  async bulk(hand, { search: surname, bookings }) {
    const { page } = hand
    await hand.click(menu(page, 'Bookings'))
    await hand.click(search(page))
    await hand.type(surname)
    await expect(row(page, 'Pending')).toHaveCount(bookings.length)
    await hand.click(page.locator('thead').getByRole('checkbox'))
    await hand.click(page.getByRole('button', { name: 'Set Canceled' }))
  },
}
