import { administratorOf, isInOrder, signInTo, type Row } from '../harness/backend/backend.ts'
import { expectAccessible } from '../harness/page/accessible.ts'
import { approveInQueue, expectKeys, expectSettled, heading, openScreen } from '../harness/page/screens.ts'
import { readInstances } from '../harness/product/instances.ts'
import { expect, test as base } from '../harness/test.ts'
import type { Locator, Page } from '@playwright/test'

// The day's work on a phone's width, with the keyboard alone. Another administrator than the other tests': the queue
// shows each of them one driver, and takes back what each decided last. The import is in import-drivers.spec.ts.
const test = base.extend({
  backend: async ({}, use) => use(await signInTo('product', readInstances().product.apiUrl, administratorOf.admin)),
})
test.use({ viewport: { width: 390, height: 844 } })

const task = { tag: ['@product', '@long'] }
const bookings = '/admin/user/rides'

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog').last()
const riderOf = (booking: Row) => (booking.user as { full_name?: string } | null)?.full_name ?? ''

const onwards = 'Tab'
const back = 'Shift+Tab'

/** Goes with Tab to a control, which must be seen when it has the focus. */
async function reach(page: Page, control: Locator, by = onwards, most = 60) {
  await expect(control).toBeVisible()
  for (let at = 0; at < most; at++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expect(control).toBeInViewport()
      return
    }
    await page.keyboard.press(by)
  }
  throw new Error(`${most} times ${by} do not lead to ${String(control)}`)
}

async function press(page: Page, control: Locator, by = onwards) {
  await reach(page, control, by)
  const isTicked = /^(checkbox|switch)$/.test(
    (await control.getAttribute('role')) ?? (await control.getAttribute('type')) ?? '',
  )
  await page.keyboard.press(isTicked ? 'Space' : 'Enter')
}

async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}

/** Chooses in a native list, which has the focus. */
async function choose(page: Page, list: Locator, option: string) {
  await reach(page, list)
  await page.keyboard.type(option)
  await expect(list.locator('option:checked')).toHaveText(option)
}

test('drivers who wait are approved and rejected', task, async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await expectKeys(page)
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(heading(page, 'Verification queue')).toBeVisible()
  await expect(button(page, /^Approve/)).toBeEnabled()
  await expectSettled(page)
  const name = page.getByRole('heading', { level: 2 }).first()
  const [first] = [(await name.textContent()) ?? '']
  await press(page, page.getByRole('button', { name: /^(Car document|Insurance|Driving licence)/ }).last())
  await expectAccessible(page, 'a driver who waits')
  await expectNoSidewaysScroll(page)

  await approveInQueue(page, () => press(page, button(page, /^Approve/)))
  await expect(page.getByRole('status').filter({ hasText: `${first} is approved.` })).toBeVisible()
  await expect(name).toBeFocused()
  const second = (await name.textContent()) ?? ''
  await press(page, button(page, /^Reject/))
  await expect(dialog(page)).toContainText(`Reject ${second}`)
  await page.keyboard.press('ArrowDown')
  await reach(page, dialog(page).getByLabel('Note to the driver'))
  await page.keyboard.type('This is the licence of somebody else.')
  await expectAccessible(page, 'the rejection of a driver')
  await press(page, button(dialog(page), 'Reject'))
  await expect(page.getByRole('status').filter({ hasText: `${second} is rejected` })).toBeVisible()
  await expect(name).toBeFocused()
  for (const undone of [second, first]) {
    await press(page, button(page, /^Undo/))
    await expect(name).toHaveText(undone)
  }
})

test('a chat is taken on, answered with a canned reply, and closed', task, async ({ page, backend }) => {
  const person = await backend.person('user')
  const theirs = await person.connect()
  theirs.send(backend.user._id, 'Where is my refund?')
  await expect
    .poll(async () => JSON.stringify((await backend.call('GET', '/user/chat-list')).body), { timeout: 15_000 })
    .toContain(person.full_name)
  await openScreen(page, '/chats', 'Chats')
  await reach(page, page.getByRole('searchbox', { name: 'Search chats by name' }))
  await page.keyboard.type(person.full_name)
  await press(page, page.getByRole('list', { name: 'Chat List' }).getByRole('link', { name: person.full_name }))
  await expect(heading(page, `Chat with ${person.full_name}`)).toBeVisible()
  const input = page.getByPlaceholder('Type a message...', { exact: true })
  await expect(input).toBeFocused()
  await page.keyboard.type('/')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'the canned replies')
  await page.keyboard.type('hello')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue(/^Hello/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(/^Hello/)).toBeVisible()

  await press(page, button(page, 'Canned replies'))
  await press(page, button(page, 'Manage canned replies'))
  await press(page, button(dialog(page), 'New reply'))
  await expectAccessible(page, 'a new canned reply')
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await press(page, button(page, 'Bookings'))
  await expect(page.getByRole('heading', { name: `Bookings of ${person.full_name}` })).toBeFocused()
  await expectAccessible(page, 'the bookings beside a chat')
  await press(page, button(page, 'Hide bookings'))
  await press(page, button(page, 'Take on'))
  await expect(button(page, 'Take on')).toHaveCount(0)
  await press(page, button(page, 'Close conversation'))
  await expect(button(page, 'Reopen conversation')).toBeVisible()
  await reach(page, button(page, 'Reopen conversation'))
  theirs.close()
})

test('a booking is found by its rider, opened and changed', task, async ({ page, backend }) => {
  const all = await backend.rows(bookings)
  const isOnlyOne = (row: Row) => all.filter((other) => riderOf(other) === riderOf(row)).length === 1
  const booking = await backend.take(
    bookings,
    (row) => row.status === 'Completed' && /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(riderOf(row)) && isOnlyOne(row),
  )
  await openScreen(page, '/', 'Dashboard')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(riderOf(booking))
  const found = page.getByRole('group', { name: 'Bookings' }).getByRole('option')
  await expect(found.first()).toContainText(riderOf(booking))
  for (let at = 0; at < 30 && (await found.first().getAttribute('aria-selected')) !== 'true'; at++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, `Booking of ${riderOf(booking)}`)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page, 'one booking')
  await expectNoSidewaysScroll(page)

  expect(page.url()).toContain(booking._id)

  const change = button(page, /^Change status of/)
  const ride = page.getByRole('region', { name: 'Ride' })
  await press(page, change)
  await expect(dialog(page)).toContainText('Change Status')
  await expect(dialog(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(page, button(dialog(page), 'Save Changes'))
  await expect(dialog(page)).toContainText('Change this ride from Completed')
  await expectAccessible(page, 'the status of a booking')
  await press(page, button(dialog(page), 'Change status'))
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toContainText('Completed')
  await expect(ride).not.toContainText('Completed')
  await expect(change).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(ride).toContainText('Completed')
})

test('filtered bookings are exported, and the filter is kept as a view', task, async ({ page }) => {
  await openScreen(page, '/user-rides?size=10', 'User Rides')
  await press(page, button(page, 'Add filter'))
  await expectAccessible(page, 'what a list is filtered by')
  await press(page, button(dialog(page), 'Amount'))
  const form = page.getByRole('form', { name: 'Amount' })
  await reach(page, form.getByLabel('At least, $'))
  await page.keyboard.type('20')
  await expectAccessible(page, 'a filter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Filters that are set' })).toContainText('Amount')
  await expectSettled(page)

  const name = `Dear ${Date.now().toString(36)}`
  await press(page, button(page, 'Views'))
  await reach(page, dialog(page).getByRole('textbox', { name: 'Name of the view' }))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(`“${name}” is saved.`)
  await expectAccessible(page, 'the views of a list')
  await expectNoSidewaysScroll(page)
  await press(page, button(dialog(page), `Delete ${name}`), back)
  await press(page, button(dialog(page), 'Delete'), back)
  await page.keyboard.press('Escape')

  const saved = page.waitForEvent('download')
  await press(page, button(page, /^Download .* as CSV$/))
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
})

test('the change of a driver is found in the audit, and the change taken back', task, async ({ page, backend }) => {
  const driver = await backend.take('/admin/drivers', (row) => row.reverify_status === '' && isInOrder(row))
  const before = driver.is_driver_profile_approved === true
  await backend.call('POST', '/admin/verify-driver', { driver_id: driver._id, is_driver_profile_approved: !before })
  await openScreen(page, `/audit?resource=driver&target_id=${driver._id}`, 'Audit')
  await press(page, button(page, 'More').first())
  await press(page, button(page, /^Details of entry/).first())
  await expect(dialog(page)).toContainText('Theo Marchetti')
  await expectAccessible(page, 'an entry of the audit')
  await expectNoSidewaysScroll(page)
  await press(page, dialog(page).getByRole('link', { name: 'Open the record' }))
  await expect(heading(page, driver.full_name)).toBeVisible()
  await expectSettled(page)
  await expectAccessible(page, 'one driver')
  await press(page, page.getByRole('switch', { name: /Verif/ }))
  await expect(dialog(page)).toContainText('Do you want to')
  await press(page, button(dialog(page), 'Save'))
  const isApproved = async () =>
    (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver._id)?.is_driver_profile_approved
  await expect.poll(isApproved).toBe(before)
})

test(
  'selected bookings change, and selected drivers are rejected, and both go back',
  task,
  async ({ page, backend }) => {
    const booking = await backend.take(bookings, (row) => row.status === 'Completed' && riderOf(row) !== '')
    await openScreen(page, `/user-rides?q=${encodeURIComponent(riderOf(booking))}&size=100`, 'User Rides')
    await press(page, button(page, 'Select rows'))
    await press(page, page.locator(`[data-row-key="${booking._id}"]`).getByRole('checkbox'))
    await expect(page.getByText('1 row selected')).toBeVisible()
    await expectAccessible(page, 'selected rows')
    await press(page, button(page, 'Change status'))
    await choose(page, dialog(page).getByRole('combobox', { name: 'New status' }), 'Accepted')
    await choose(page, dialog(page).getByRole('combobox', { name: /^Bookings that are/ }), 'Change them too')
    await expect(dialog(page)).toContainText('1 row will change.')
    await expectAccessible(page, 'what a bulk change would do')
    await press(page, button(dialog(page), 'Change 1 booking to Accepted'))
    await expect(dialog(page)).toContainText('1 row was changed.')
    await expectAccessible(page, 'the report of a bulk change')
    await expectNoSidewaysScroll(page)
    await press(page, button(dialog(page), 'Undo 1 change'))
    await expect(dialog(page)).toContainText('1 row is as it was before.')
    await press(page, button(dialog(page), 'Close').last())
    await expect(dialog(page)).toHaveCount(0)

    const driver = await backend.take(
      '/admin/drivers',
      (row) => row.reverify_status === 'Pending' && Boolean(row.email),
    )
    await openScreen(page, `/drivers?q=${encodeURIComponent(String(driver.email))}`, 'Drivers')
    await press(page, button(page, 'Select rows'))
    await press(page, page.getByRole('checkbox', { name: `Select ${driver.full_name}` }))
    await press(page, button(page, 'Reject'))
    await choose(page, dialog(page).getByRole('combobox', { name: 'Reason' }), 'Document has expired')
    await expectAccessible(page, 'the rejection of many')
    await press(page, button(dialog(page), 'Reject 1 driver'))
    await expect(dialog(page)).toContainText('1 row was changed.')
    const now = async () =>
      (await backend.rows('/admin/drivers')).find(({ _id }) => _id === driver._id)?.reverify_status
    expect(await now()).toBe('')
    await press(page, button(dialog(page), 'Undo 1 change'))
    await expect(dialog(page)).toContainText('1 row is as it was before.')
    expect(await now()).toBe('Pending')
    const { body } = await backend.call('GET', `/user/chats/${driver._id}`)
    expect((body.data as { message: string }[]).map(({ message }) => message).slice(-2)).toEqual([
      expect.stringContaining('a document has expired.'),
      expect.stringContaining('disregard'),
    ])
    await press(page, button(dialog(page), 'Close').last())
  },
)

test(
  'a figure of what needs attention leads to its rows, and the bell to older news and its kinds',
  task,
  async ({ page }) => {
    await openScreen(page, '/', 'Dashboard')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await press(page, attention.getByRole('link').first())
    await expect(heading(page, 'Drivers')).toBeVisible()
    await expectSettled(page)
    await expect(page.locator('tbody tr.il-row, .il-cards > li').first()).toBeVisible()

    await press(page, button(page, /^Notification/), back)
    const panel = page.getByRole('dialog', { name: 'Notification' })
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, 'the notifications')
    await expectNoSidewaysScroll(page)
    await press(page, panel.getByRole('link', { name: 'Choose what is shown here' }))
    await expect(page).toHaveURL(/\/my-account$/)
    const kind = page.getByRole('checkbox', { name: 'A user registers' })
    await press(page, kind)
    await expect(kind).not.toBeChecked()
    await expectSettled(page)
    await expectAccessible(page, 'the kinds of notifications')
    await press(page, kind)
    await expect(kind).toBeChecked()
  },
)
