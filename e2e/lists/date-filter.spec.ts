import { browserZone, inZone, openScreen, tables } from '../harness/page/screens.ts'
import { expect, long, longUnless, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const field = (page: Page) => page.getByLabel('Filter by Date', { exact: true })
const rows = (page: Page) => page.locator('tbody tr.il-row')
const headingOf = (path: string) =>
  ({ '/drivers': 'Drivers', '/users': 'Users', '/driver-rides': 'Driver Rides', '/user-rides': 'User Rides' })[path] ??
  ''

async function chooseDay(page: Page, day: string) {
  await field(page).click()
  await field(page).fill(day)
  await field(page).press('Enter')
}

for (const { path, call } of tables) {
  test(
    `§2 the date filter of ${path} keeps the rows created on that day, and can be cleared`,
    longUnless(path === '/drivers'),
    async ({ page, backend }) => {
      const all = (await backend.rows(call)).filter(
        ({ createdAt }) => typeof createdAt === 'string' && !Number.isNaN(Date.parse(createdAt)),
      )
      const day = inZone(all.map(({ createdAt }) => createdAt).sort()[Math.floor(all.length / 2)], browserZone)
      const expected = all.filter(({ createdAt }) => inZone(createdAt, browserZone) === day).length
      await openScreen(page, path, headingOf(path))
      await expect(rows(page).first()).toBeVisible()
      await expect(field(page)).toHaveAttribute('placeholder', 'Select date')
      await chooseDay(page, day)
      await expect(rows(page)).toHaveCount(expected)
      const [month, date, year] = day.split('/')
      expect(new URL(page.url()).searchParams.get('date')).toBe(`${year}-${month}-${date}`)
      for (const time of await rows(page).locator('time').all()) await expect(time).toHaveText(day)

      await page.getByRole('search').getByRole('button', { name: 'Clear', exact: true }).click()
      await expect(field(page)).toHaveValue('')
      expect(new URL(page.url()).searchParams.has('date')).toBe(false)
      await expect(rows(page)).not.toHaveCount(expected)
    },
  )
}

test('§5 no future date can be picked, typed or linked to', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-03-10T18:00:00Z'))
  await openScreen(page, '/users?date=2026-03-11', 'Users')
  await expect(field(page)).toHaveValue('')
  await openScreen(page, '/users', 'Users')
  await field(page).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('button', { name: 'Tuesday, March 10, 2026' })).toBeEnabled()
  await expect(calendar.getByRole('button', { name: 'Wednesday, March 11, 2026' })).toBeDisabled()
  await field(page).fill('03/11/2026')
  await field(page).press('Enter')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  expect(new URL(page.url()).searchParams.has('date')).toBe(false)
  await field(page).click()
  await field(page).fill('03/10/2026')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/date=2026-03-10/)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('§2 which day a row was created on is decided by the business time zone, not by UTC', long, async ({ page }) => {
    const instants = [
      '2024-06-10T11:59:59.000Z',
      '2024-06-10T12:00:00.000Z',
      '2024-06-11T11:59:59.000Z',
      '2024-06-11T12:00:00.000Z',
    ]
    await page.route(
      (url) => url.pathname === '/api/v1/admin/users',
      (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: {
            success: true,
            data: instants.map((createdAt, at) => ({
              _id: `u${at}`,
              full_name: `Person ${at}`,
              email: null,
              phone: null,
              createdAt,
              location: null,
              state_id: null,
            })),
          },
        }),
    )
    await openScreen(page, '/users?date=2024-06-11', 'Users')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).locator('time')).toHaveText(['06/11/2024', '06/11/2024'])
    await expect(page.getByText('Pacific/Auckland', { exact: true })).toBeVisible()
  })

  test('§7 the server gets the day and its time zone @product', async ({ page }) => {
    const call = page.waitForRequest((request) => /\/api\/v1\/admin\/drivers\?.*date=2024-06-11/.test(request.url()))
    await page.goto('/drivers?date=2024-06-11')
    expect(new URL((await call).url()).searchParams.get('tz')).toBe('Pacific/Auckland')
  })
})
