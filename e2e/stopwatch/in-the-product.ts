import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'
import type { Hands, Task } from './tasks.ts'

const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const rowOf = (page: Page, _id: string): Locator => page.locator(`main:visible tr[data-row-key="${_id}"]`)

/** How each task is done in the product, in a line of docs/stopwatch.md. */
export const productWays: Record<Task, string> = {
  verify:
    'Verification queue in the sidebar; `2` and `3` show the other documents, `A` approves; `R`, `3`, Enter rejects',
  chats:
    'The figure of unanswered chats on the dashboard, the first of them; `/li`, Enter, Enter; **Next unanswered**; `/ve`, Enter, Enter; **Next unanswered**; the sentence, Enter',
  booking: '**User Rides**, the search, the surname; the pencil of the row, the status, **Save Changes**',
  cancellations: 'The view of last week’s cancellations in the sidebar, **Download**',
  undo: 'Ctrl+K, the surname, Enter; **History**, **Undo**',
  bulk: '**User Rides**, the search, the surname; **Select rows**, **All 50 that match**, **Change status**, `C`, **Start**',
}

/** The hands of somebody who knows the product, from its dashboard. */
export const inTheProduct: Hands = {
  async verify(hand, { isRejected, drivers }) {
    const { page } = hand
    await hand.click(entry(page, 'Verification queue'))
    for (const [at, { full_name }] of drivers.entries()) {
      await expect(page.getByRole('heading', { level: 2, name: full_name })).toBeVisible()
      const document = page.locator('iframe').filter({ visible: true })
      await expect(document).toHaveAttribute('title', /licence/i)
      await hand.press('2')
      await expect(document).toHaveAttribute('title', /car document/i)
      await hand.press('3')
      await expect(document).toHaveAttribute('title', /insurance/i)
      if (isRejected(at)) {
        await hand.press('r')
        await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused()
        await hand.press('3')
        await hand.press('Enter')
      } else await hand.press('a')
      await expect(page.getByRole('heading', { level: 2, name: full_name })).toHaveCount(0)
    }
  },

  async chats(hand, { chats }) {
    const { page } = hand
    await hand.click(page.locator('[data-attention="chats"]').getByRole('link'))
    const composer = page.getByPlaceholder('Type a message...', { exact: true })
    const list = page.getByRole('list', { name: 'Chat List' }).getByRole('link')
    await expect(list).toHaveCount(3)
    await hand.click(list.last())
    for (const [at, { full_name, answer }] of chats.entries()) {
      if (at > 0) await hand.click(page.getByRole('button', { name: 'Next unanswered', exact: true }))
      await expect(heading(page, `Chat with ${full_name}`)).toBeVisible()
      await expect(composer).toBeFocused()
      const shortcut = ['/li', '/ve'][at]
      if (shortcut !== undefined) {
        await hand.type(shortcut)
        await expect(page.getByRole('option').first()).toBeVisible()
        await hand.press('Enter')
        await expect(composer).toHaveValue(answer)
      } else await hand.type(answer)
      await hand.press('Enter')
      await expect(page.getByRole('log').getByText(answer)).toBeVisible()
      await expect(composer).toHaveValue('')
    }
  },

  async booking(hand, { search, booking }) {
    const { page } = hand
    await hand.click(entry(page, 'User Rides'))
    await expect(heading(page, 'User Rides')).toBeVisible()
    await hand.click(page.getByRole('searchbox', { name: 'Search User Rides' }))
    await hand.type(search)
    await hand.click(rowOf(page, booking).getByRole('button', { name: /^Change/ }))
    const dialog = page.getByRole('dialog')
    await hand.click(dialog.getByRole('combobox'))
    await hand.click(page.locator('.ant-select-item-option').filter({ hasText: 'Canceled' }))
    await hand.click(dialog.getByRole('button', { name: 'Save Changes' }))
  },

  async cancellations(hand) {
    const { page } = hand
    // With the number of its rows behind its name.
    await hand.click(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${viewName} `) }))
    await expect(page.getByRole('list', { name: 'Filters that are set' })).toContainText('Last week')
    return hand.download(page.getByRole('button', { name: 'Download User Rides as CSV' }))
  },

  async undo(hand, { search, driver, by }) {
    const { page } = hand
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await hand.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')).toBeFocused()
    await hand.type(search)
    await expect(page.getByRole('option', { name: driver.full_name }).first()).toHaveAttribute('aria-selected', 'true')
    await hand.press('Enter')
    await hand.click(page.getByRole('button', { name: 'History' }))
    const entry = page.getByRole('listitem').filter({ hasText: by }).filter({ hasText: 'Profile edited' }).first()
    await hand.click(entry.getByRole('button', { name: /^Undo/ }))
  },

  async bulk(hand, { search, bookings }) {
    const { page } = hand
    await hand.click(entry(page, 'User Rides'))
    await expect(heading(page, 'User Rides')).toBeVisible()
    await hand.click(page.getByRole('searchbox', { name: 'Search User Rides' }))
    await hand.type(search)
    await expect(page.locator('main:visible .il-count').first()).toContainText(String(bookings.length))
    await hand.click(page.getByRole('button', { name: 'Select rows' }))
    await hand.click(page.getByRole('button', { name: /^All \d+ that match$/ }))
    await hand.click(page.getByRole('button', { name: 'Change status', exact: true }))
    const dialog = page.getByRole('dialog', { name: 'Change status' })
    await expect(dialog.getByRole('combobox', { name: 'New status' })).toBeFocused()
    await hand.press('c')
    await hand.click(dialog.getByRole('button', { name: 'Start' }))
    await expect(dialog.getByText(`${bookings.length} rows were changed.`)).toBeVisible({ timeout: 30_000 })
  },
}

const viewName = 'Canceled last week'

/** Makes the view that one of the tasks opens, by hand: it is counted apart, for it is made once. */
export async function makeView(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.click(entry(page, 'User Rides'))
  await expect(heading(page, 'User Rides')).toBeVisible()
  const status = page.getByRole('combobox', { name: /status/i }).first()
  await hand.click(status)
  await hand.press('c')
  await hand.press('Enter')
  await expect(page).toHaveURL(/status=Canceled/)
  await hand.click(page.getByRole('button', { name: 'Add filter' }))
  await hand.click(
    page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: 'Created', exact: true }),
  )
  await hand.click(page.getByRole('button', { name: 'Last week', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Views', exact: true }))
  const panel = page.getByRole('dialog', { name: 'Views' })
  await expect(panel.getByRole('textbox', { name: 'Name of the view' })).toBeFocused()
  await hand.type(viewName)
  await hand.press('Enter')
  await expect(panel.getByText(`“${viewName}” is saved.`)).toBeVisible()
}
