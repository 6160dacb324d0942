import { openRowOf, openScreen, rowOf } from '../harness/page/screens.ts'
import { expect, long, test, longUnless } from '../harness/test.ts'
import type { Backend } from '../harness/backend/backend.ts'
import type { Locator, Page } from '@playwright/test'

type Booking = { _id: string; status: string; user: { full_name: string }; driver: { full_name: string } }

const statuses = ['Accepted', 'Rejected', 'Pending', 'Canceled', 'Completed', 'Started']
const modal = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Edit Driver Details' })
const editOf = (row: Locator) => row.getByRole('button', { name: /^Change status of/ })
const whole = (booking: unknown) =>
  Boolean((booking as Partial<Booking>).user?.full_name && (booking as Partial<Booking>).driver?.full_name)

/** Opens the list at a booking that no other test changes. */
async function openBooking(page: Page, backend: Backend, status: string) {
  const booking = (await backend.take(
    '/admin/user/rides',
    (row) => whole(row) && row.status === status,
  )) as unknown as Booking
  await openScreen(
    page,
    `/user-rides?q=${encodeURIComponent(booking.user.full_name)}&status=${status}&size=100`,
    'User Rides',
  )
  return { booking, row: rowOf(page, booking) }
}

async function choose(page: Page, status: string) {
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  // A modal that is still opening takes the focus, and with it the list, from who is faster than a person can be.
  await expect(async () => {
    if ((await options.count()) === 0) await modal(page).getByRole('combobox', { name: 'Change Status' }).click()
    await options.filter({ hasText: status }).click({ timeout: 2000 })
    await expect(options).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 20_000 })
}

test('§2 User Rides has title, subtitle, breadcrumb, labelled date filter and nine columns', async ({ page }) => {
  await openScreen(page, '/user-rides', 'User Rides')
  await expect(page.getByText('List of user rides', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Filter by Date', { exact: true })).toHaveAttribute('placeholder', 'Select date')
  await expect(page.locator('thead th').filter({ hasText: /\S/ })).toHaveText([
    'User',
    'Source',
    'Destination',
    'Driver',
    'Date',
    'Time',
    'Amount',
    'Status',
    /^Edit$/,
  ])
})

test('§4 each status has a badge of its hue', async ({ page }) => {
  const hues: Record<string, [number, number]> = {
    Accepted: [90, 170],
    Rejected: [340, 380],
    Pending: [38, 65],
    Canceled: [15, 38],
    Completed: [215, 265],
    Started: [185, 215],
  }
  await page.route(
    (url) => url.pathname === '/api/v1/admin/user/rides',
    (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          success: true,
          data: [...statuses, 'Lost'].map((status, at) => ({
            _id: `b${at}`,
            user: { full_name: `User ${at}` },
            driver: null,
            ride: null,
            createdAt: '2024-05-01T12:00:00.000Z',
            status,
          })),
        },
      }),
  )
  await openScreen(page, '/user-rides', 'User Rides')
  const hueOf = (badge: Locator) =>
    badge.evaluate((element) => {
      const [r = 0, g = 0, b = 0] =
        getComputedStyle(element)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? []
      const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
      if (max === min) return null
      const turn = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min)
      return (turn * 60 + 360) % 360
    })
  for (const status of statuses) {
    const hue = (await hueOf(page.getByRole('row').locator('.il-status').filter({ hasText: status }))) ?? -1
    const [from, to] = hues[status] ?? [0, 0]
    expect(hue < 20 && to > 360 ? hue + 360 : hue, `${status} has hue ${hue}`).toBeGreaterThanOrEqual(from)
    expect(hue < 20 && to > 360 ? hue + 360 : hue, `${status} has hue ${hue}`).toBeLessThanOrEqual(to)
  }
  await expect(page.getByRole('row').locator('.il-status').filter({ hasText: 'Lost' })).toHaveAttribute(
    'data-hue',
    'plain',
  )
})

test(
  '§2 the edit icon opens Edit Driver Details with Change Status in its order, Cancel and Save Changes',
  long,
  async ({ page }) => {
    await openScreen(page, '/user-rides', 'User Rides')
    await editOf(page.locator('tbody tr.il-row').first()).click()
    await expect(modal(page).getByText('Edit Driver Details', { exact: true })).toBeVisible()
    await modal(page).getByRole('combobox', { name: 'Change Status' }).click()
    await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText(statuses)
    await page.keyboard.press('Escape')
    await expect(modal(page).getByRole('button', { name: 'Save Changes' })).toBeVisible()
    await modal(page).getByRole('button', { name: 'Cancel' }).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('§4 a status that is saved closes the modal and reloads the list; the call sends _id and status', async ({
  page,
  backend,
}) => {
  const { booking, row } = await openBooking(page, backend, 'Pending')
  await editOf(row).click()
  await choose(page, 'Accepted')
  const reloaded = page.waitForResponse((response) => /\/admin\/user\/rides(\?|$)/.test(response.url()))
  const [call] = await Promise.all([
    page.waitForRequest('**/api/v1/admin/ride/status'),
    modal(page).getByRole('button', { name: 'Save Changes' }).click(),
  ])
  expect(call.method()).toBe('POST')
  expect(call.postDataJSON()).toMatchObject({ _id: booking._id, status: 'Accepted' })
  expect(Object.keys(call.postDataJSON() as object).filter((key) => key !== 'revision')).toEqual(['_id', 'status'])
  await reloaded
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await backend.rows('/admin/user/rides')).find(({ _id }) => _id === booking._id)?.status).toBe('Accepted')
  await expect(page.locator(`tr[data-row-key="${booking._id}"]`)).toHaveCount(0)
})

test('a status that was saved is taken back by Undo, or by Ctrl+Z', async ({ page, backend }) => {
  const { booking, row } = await openBooking(page, backend, 'Accepted')
  const statusNow = async () => (await backend.rows('/admin/user/rides')).find(({ _id }) => _id === booking._id)?.status
  const undo = page.getByRole('button', { name: /^Undo/ })
  for (const takeBack of [() => undo.click(), () => page.keyboard.press('Control+z')]) {
    await editOf(row).click()
    await choose(page, 'Pending')
    await modal(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(undo).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await statusNow()).toBe('Pending')
    await takeBack()
    await expect(page.getByText(`The booking of ${booking.user.full_name} is now Accepted.`).first()).toBeVisible()
    await expect.poll(statusNow).toBe('Accepted')
    await expect(row).toBeVisible()
  }
})

test('§4 any status may follow any other; an unusual one is asked about once', long, async ({ page, backend }) => {
  const { booking, row } = await openBooking(page, backend, 'Completed')
  await editOf(row).click()
  await choose(page, 'Pending')
  await modal(page).getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Change this ride from Completed to Pending?' })
  await question.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await backend.rows('/admin/user/rides')).find(({ _id }) => _id === booking._id)?.status).toBe('Pending')
})

test.describe('refused', () => {
  test.use({ noise: /Failed to load resource|status of a booking/ })

  const reasons = {
    refuse: 'The status was not changed',
    error: 'The status was not changed',
    cut: 'It is not known whether this was saved',
  }
  for (const fault of ['refuse', 'error', 'cut'] as const) {
    test(
      `§8 a status that is not saved (${fault}) changes nothing: the modal stays with the reason inside`,
      longUnless(fault === 'cut'),
      async ({ page, backend }) => {
        const { booking, row } = await openBooking(page, backend, 'Accepted')
        await backend.spoil(page, '/admin/ride/status', fault)
        await editOf(row).click()
        await choose(page, 'Started')
        await modal(page).getByRole('button', { name: 'Save Changes' }).click()
        await expect(modal(page).getByRole('alert')).toContainText(reasons[fault])
        await expect(page.locator('.il-toast')).toHaveCount(0)
        expect((await backend.rows('/admin/user/rides')).find(({ _id }) => _id === booking._id)?.status).toBe(
          'Accepted',
        )
      },
    )
  }
})

test('§2 a booking shows the names, places, time and amount of its ride', long, async ({ page, backend }) => {
  const booking = (await backend.rows('/admin/user/rides')).find(whole) as unknown as Booking & {
    ride: { source: { address: string }; destination: { address: string }; ride_time: string; amount: number }
  }
  const row = await openRowOf(page, '/user-rides', 'User Rides', booking, booking.user.full_name)
  await expect(row.locator('td')).toHaveText([
    new RegExp(`${booking.user.full_name}$`),
    booking.ride.source.address,
    booking.ride.destination.address,
    booking.driver.full_name,
    /^\d\d\/\d\d\/\d{4}$/,
    booking.ride.ride_time,
    `${booking.ride.amount} $`,
    booking.status,
    '',
  ])
})
