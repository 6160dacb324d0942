import { expect, type Locator, type Page } from '@playwright/test'
import type { Backend } from '../harness/backend/backend.ts'
import { heading } from '../harness/page/screens.ts'

/** A place of a page that shows what one call reads. */
export type Reading = {
  name: string
  call: (world: Backend) => string
  path: (world: Backend) => string
  /** Where it stands; what has to be done before it is seen. */
  open?: (page: Page) => Promise<void>
  /** Whether its screen has a button that asks for it again. */
  canRefresh?: true
  /** A sign of something else than a failure. */
  without?: RegExp
  /** This is there when all went well. */
  content: (page: Page) => Locator
}

const table = (path: string, title: string, call: string): Reading => ({
  name: title,
  call: () => `GET /api/v1${call}`,
  path: () => path,
  canRefresh: true,
  content: (page) => page.locator('tbody tr.il-row').first(),
})
const person = (world: Backend) => world.user._id.replace(/admin$/, 'driver-0')

export const readings: Reading[] = [
  {
    name: 'Dashboard',
    call: () => 'GET /api/v1/admin/dashboard/analysis',
    path: () => '/',
    content: (page) => page.getByText('1,234', { exact: true }),
  },
  table('/drivers', 'Drivers', '/admin/drivers'),
  table('/users', 'Users', '/admin/users'),
  table('/driver-rides', 'Driver Rides', '/admin/driver/rides'),
  table('/user-rides', 'User Rides', '/admin/user/rides'),
  {
    name: 'Chats',
    call: () => 'GET /api/v1/user/chat-list',
    path: () => '/chats',
    content: (page) => page.getByText('Is my licence fine?').first(),
  },
  {
    name: 'Chat',
    call: (world) => `GET /api/v1/user/chats/${person(world)}`,
    path: (world) => `/user-chat/${person(world)}`,
    without: /^404$/,
    content: (page) => page.getByRole('log').getByText('Hello from the road'),
  },
  {
    name: 'Notifications',
    call: () => 'GET /api/v1/admin/notification/list',
    path: () => '/chats',
    open: (page) => page.getByRole('button', { name: /^Notification/ }).click(),
    content: (page) => page.getByText('Re-verification asked'),
  },
]

/** Something that is changed or sent: in a dialog, in a row or in a form. */
export type Change = {
  name: string
  call: string
  /** The path of its screen, with the row that it is about. */
  path: (world: Backend) => string
  /** Opens it and enters what is to be saved. */
  fill: (page: Page) => Promise<void>
  save: (page: Page) => Promise<void>
  /** The entry, as it stands there. */
  entered?: (page: Page) => Promise<unknown>
  /** Where the reason is told. */
  told: (page: Page) => Locator
  /** Takes what told it away, where the same is not to be done with it there. */
  dismiss?: (page: Page) => Promise<void>
  /** This says that it was done. */
  done: (page: Page) => Locator
  /** Whether the backend has the change. */
  isStored: (world: Backend) => Promise<boolean>
}

const id = (world: Backend, name: string) => world.user._id.replace(/admin$/, name)
const dialog = (page: Page, name: string) => page.getByRole('dialog').filter({ hasText: name }).last()
const press = (page: Page, title: string, name: string) =>
  dialog(page, title).getByRole('button', { name, exact: true }).click()
const stored = async (world: Backend, path: string, name: string) =>
  (await world.rows(path)).find(({ _id }) => _id === id(world, name))
const ofDriver = (at: number) => ({
  path: () => `/drivers?q=driver${at}%40example.com&size=100`,
  row: (page: Page) =>
    page
      .locator('tbody tr.il-row')
      .filter({ has: page.getByRole('button', { name: /^Edit/ }) })
      .first(),
})
const settled = async (page: Page, row: Locator) => {
  await expect(heading(page, 'Drivers')).toBeVisible()
  await expect(row).toBeVisible()
}
// In rows.ts: neither approved nor connected, and one whose re-verification is pending.
const [plain, pending] = [ofDriver(35), ofDriver(31)]
const editTitle = 'Edit Driver Details'
const field = (page: Page, label: string) => dialog(page, editTitle).getByLabel(label, { exact: true })
const switchOf = (page: Page) => plain.row(page).getByRole('switch')

export const changes: Change[] = [
  {
    name: 'Edit Driver Details',
    call: 'POST /api/v1/admin/edit-profile/driver',
    path: plain.path,
    fill: async (page) => {
      await settled(page, plain.row(page))
      await plain.row(page).getByRole('button', { name: /^Edit/ }).click()
      await field(page, 'Full Name').fill('Ada of the Fault')
      await field(page, 'Car Name').fill('A car that was typed')
      const licence = { name: 'typed.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 typed %%EOF') }
      await dialog(page, editTitle).locator('input[type=file]').first().setInputFiles(licence)
    },
    entered: async (page) => [
      await field(page, 'Full Name').inputValue(),
      await field(page, 'Car Name').inputValue(),
      await dialog(page, editTitle).getByText('typed.pdf').count(),
    ],
    save: (page) => press(page, editTitle, 'Save Changes'),
    told: (page) => dialog(page, editTitle).getByRole('alert'),
    done: (page) => dialog(page, 'Driver profile updated successfully.'),
    isStored: async (world) => (await stored(world, '/admin/drivers', 'driver-35'))?.full_name === 'Ada of the Fault',
  },
  {
    name: 'Connect Driver',
    call: 'POST /api/v1/admin/connect-driver',
    path: plain.path,
    fill: async (page) => {
      await settled(page, plain.row(page))
      await plain
        .row(page)
        .getByRole('button', { name: /^Add Stripe Connect ID/ })
        .click()
      await page.getByPlaceholder('Enter Stripe Connect ID').fill('acct_typed')
    },
    entered: (page) => page.getByPlaceholder('Enter Stripe Connect ID').inputValue(),
    save: (page) => press(page, 'Connect Driver', 'Submit'),
    told: (page) => dialog(page, 'Connect Driver').getByRole('alert'),
    done: (page) => dialog(page, 'Driver connected with Stripe connect id.'),
    isStored: async (world) => (await stored(world, '/admin/drivers', 'driver-35'))?.stripe_connect_id === 'acct_typed',
  },
  {
    name: 'Verify',
    call: 'POST /api/v1/admin/verify-driver',
    path: plain.path,
    fill: (page) => settled(page, plain.row(page)),
    entered: async (page) => (await switchOf(page).getAttribute('aria-checked')) === 'false',
    save: async (page) => {
      await switchOf(page).click()
      await press(page, 'Do you want to verify driver profile?', 'Save')
    },
    told: (page) => dialog(page, 'Failed to save changes. Please try again.'),
    dismiss: (page) => press(page, 'Failed to save changes. Please try again.', 'OK'),
    done: (page) => dialog(page, 'The changes have been saved successfully.'),
    isStored: async (world) =>
      (await stored(world, '/admin/drivers', 'driver-35'))?.is_driver_profile_approved === true,
  },
  {
    name: 'Re-Verify',
    call: 'POST /api/v1/admin/re-verify-driver',
    path: pending.path,
    fill: (page) => settled(page, pending.row(page)),
    save: (page) =>
      pending
        .row(page)
        .getByRole('button', { name: /^Pending/ })
        .click(),
    told: (page) => pending.row(page).getByRole('alert'),
    done: (page) => dialog(page, 'Driver profile verified.'),
    isStored: async (world) => (await stored(world, '/admin/drivers', 'driver-31'))?.reverify_status === 'Approved',
  },
  {
    name: 'Change Status',
    call: 'POST /api/v1/admin/ride/status',
    path: () => '/user-rides?q=&size=100',
    fill: async (page) => {
      const row = page.locator('tbody tr.il-row').filter({ hasText: 'Pending' }).first()
      await expect(row).toBeVisible()
      await row.getByRole('button', { name: /^Change status of/ }).click()
      const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
      // A dialog that is still opening takes the focus, and with it the list.
      await expect(async () => {
        if ((await options.count()) === 0)
          await dialog(page, editTitle).getByRole('combobox', { name: 'Change Status' }).click()
        await options.filter({ hasText: 'Started' }).click({ timeout: 2000 })
        await expect(options).toHaveCount(0, { timeout: 2000 })
      }).toPass()
    },
    entered: (page) => dialog(page, editTitle).locator('.ant-select').innerText(),
    save: (page) => press(page, editTitle, 'Save Changes'),
    told: (page) => dialog(page, editTitle).getByRole('alert'),
    done: (page) => page.locator('tbody tr[data-row-key$="booking-2"]').filter({ hasText: 'Started' }),
    isStored: async (world) => (await stored(world, '/admin/user/rides', 'booking-2'))?.status === 'Started',
  },
]
