import { officeBrowser } from '../harness/page/chromium.ts'
import { expectSettled, openScreen, retryOnceHealed } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'

const widgets = [
  ['Total Users', 'user_count'],
  ['Total Drivers', 'driver_count'],
  ['Total Created Rides', 'created_rides'],
  ['Total Completed Rides', 'completed_rides'],
  ["Today's Registered Users", 'today_registered_users'],
  ['Weekly Registered Users', 'weekly_registered_users'],
  ['Android App Users', 'android_users'],
  ['iOS App Users', 'ios_users'],
] as const

test('§2 the dashboard shows the eight widgets with the counts of the call', async ({ page, backend }) => {
  const answer = page.waitForResponse('**/api/v1/admin/dashboard/analysis*')
  await openScreen(page, '/', 'Dashboard')
  const { data } = (await (await answer).json()) as { data: Record<string, unknown> }
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('heading')).toHaveText(
    widgets.map(([title]) => title),
  )
  for (const [title, field] of widgets) {
    const shown = typeof data[field] === 'number' ? data[field].toLocaleString('en-US') : /N\/A|17/
    await expect(
      page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .getByRole('paragraph'),
    ).toHaveText(shown)
  }
  expect(backend.kind === 'bare' || typeof data.user_count === 'number').toBe(true)
})

const calls: Record<string, string> = {
  '/users': '/admin/users',
  '/drivers': '/admin/drivers',
  '/driver-rides': '/admin/driver/rides',
  '/user-rides': '/admin/user/rides',
  '/chats': '/user/chat-list',
}

test('a figure leads to exactly the rows that it counts @product', async ({ page, backend }) => {
  // Other tests make drivers and users meanwhile.
  await expect(async () => {
    await openScreen(page, '/', 'Dashboard')
    const links = page.getByRole('region', { name: 'Figures' }).getByRole('link')
    await expect(links).toHaveCount(8)
    for (const link of await links.all()) {
      const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url())
      searchParams.set('page', '1')
      searchParams.set('tz', officeBrowser.timezoneId)
      const { body } = await backend.call('GET', `${calls[pathname]}?${searchParams.toString()}`)
      const { total } = (body as unknown as { meta: { total: number } }).meta
      await expect(link, pathname).toHaveText(total.toLocaleString('en-US'))
    }
  }).toPass({ timeout: 60_000 })
  await page
    .getByRole('article')
    .filter({ hasText: 'Total Completed Rides' })
    .getByRole('link')
    .click({ position: { x: 2, y: 2 } })
  await expect(page).toHaveURL(/\/user-rides\?status=Completed$/)
  await expect(page.locator('tbody tr[data-row-key]').first()).toContainText('Completed')
})

test.describe('failed', () => {
  test.use({ noise: /Failed to load resource|[Dd]ashboard|analysis/ })

  for (const fault of ['error', 'html', 'cut'] as const) {
    test(
      `§8 figures that cannot be loaded (${fault}) are logged, said in their place, and Retry brings them`,
      long,
      async ({ page, backend }) => {
        await backend.spoil(page, '/admin/dashboard/analysis', fault)
        await page.goto('/')
        await expect(page.getByRole('alert')).toContainText('could not be loaded', { timeout: 30_000 })
        await expect(page.locator('.il-toast')).toHaveCount(0)
        await retryOnceHealed(page, page, () => backend.spoil(page, '/admin/dashboard/analysis', null))
        await expect(page.getByRole('heading', { name: 'Total Users' })).toBeVisible()
        await expectSettled(page)
      },
    )
  }
})
