import { expect, type Locator, type Page } from '@playwright/test'

/** The screens of SPEC §2 that need no id: path, heading, and the title of the sidebar entry. */
export const screens = [
  { path: '/', heading: 'Dashboard', entry: 'Dashboard' },
  { path: '/drivers', heading: 'Drivers', entry: 'Drivers' },
  { path: '/driver-rides', heading: 'Driver Rides', entry: 'Driver Rides' },
  { path: '/users', heading: 'Users', entry: 'Users' },
  { path: '/user-rides', heading: 'User Rides', entry: 'User Rides' },
  { path: '/chats', heading: 'Chats', entry: 'Chats' },
] as const

/** The sidebar has these below them for an owner; nothing of it on a backend of SPEC §7 alone. */
export const entriesOfOwners = ['Verification queue', 'Administrators', 'Audit'] as const

/** The four tables: path, name of the table, and the call behind it. */
export const tables = [
  { path: '/drivers', table: 'Drivers List', call: '/admin/drivers' },
  { path: '/users', table: 'Users List', call: '/admin/users' },
  { path: '/driver-rides', table: 'Driver Rides', call: '/admin/driver/rides' },
  { path: '/user-rides', table: 'User Rides', call: '/admin/user/rides' },
] as const

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Opens a path and waits until its heading is drawn and nothing on it is loading any more. */
export async function openScreen(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await expect(heading(page, name)).toBeVisible({ timeout: 15_000 })
  await expectSettled(page)
}

/**
 * Lets this page open the conversations of other tests and mark nothing there as seen: the newest one may be of a test
 * that waits for what is unseen in it.
 */
export const leaveUnseen = (page: Page) =>
  page.route('**/api/v1/user/chats/mark-seen', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { success: true },
    }),
  )

export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('#loader')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Single keys work: their code comes after the first screen, and Ctrl+K alone waits for it. */
export async function expectKeys(page: Page): Promise<void> {
  await expectSettled(page)
  const search = page.getByRole('dialog', { name: 'Find anything' })
  await page.keyboard.press('Control+k')
  await expect(search.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
}

/** No more code comes: that of dialogs does once the pointer or the focus has come to the screen. */
export async function expectCode(page: Page): Promise<void> {
  let before = -1
  const isSame = async () => {
    const now = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\.(js|css)$/.test(name)).length,
    )
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isSame, { intervals: [1000], timeout: 20_000 }).toBe(true)
}

/**
 * Lets a reading work again, then presses Retry. The page may ask by itself first, as it does 3 s after it connects,
 * and take the button away: a press does not wait for it as a click does.
 */
export async function retryOnceHealed(page: Page, failure: Page | Locator, heal: () => unknown): Promise<void> {
  await failure.getByRole('button', { name: 'Retry' }).focus()
  await heal()
  await page.keyboard.press('Enter')
}

export const tableRows = (page: Page, table: string): Locator =>
  page
    .getByRole('table')
    .filter({ has: page.getByRole('columnheader') })
    .or(page.getByRole('table', { name: table }))
    .first()
    .locator('tbody tr.il-row')

/** The row of a record. */
export const rowOf = (page: Page, { _id }: { _id: string }): Locator => page.locator(`tbody tr[data-row-key="${_id}"]`)

/** Opens a list searched for what only few rows hold, and finds the row of this record in it. */
export async function openRowOf(
  page: Page,
  path: string,
  heading: string,
  record: { _id: string } | undefined,
  search: unknown,
): Promise<Locator> {
  if (!record) throw new Error(`the backend has no such row for ${path}`)
  await openScreen(page, `${path}?${new URLSearchParams({ q: String(search), size: '100' }).toString()}`, heading)
  const row = rowOf(page, record)
  await expect(row).toBeVisible()
  return row
}

export const inZone = (value: unknown, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(String(value)),
  )

/** The zone of the test browser (playwright.config.ts). */
export const browserZone = 'America/Chicago'

/** Approves the driver of the queue, with a reason where a document is missing or expired. */
export async function approveInQueue(page: Page, press: () => Promise<void>): Promise<void> {
  const documents = /^(Driving licence|Car document|Insurance).*(missing|expired)/
  const isLacking = (await page.getByRole('button', { name: documents }).count()) > 0
  await press()
  if (!isLacking) return
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Seen on paper')
  await page.keyboard.press('Enter')
}
