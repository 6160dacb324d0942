import { heading, openScreen, retryOnceHealed } from '../harness/page/screens.ts'
import { expect, long, test } from '../harness/test.ts'
import { administratorOf, signInTo, type Row } from '../harness/backend/backend.ts'
import type { Page } from '@playwright/test'

const bell = (page: Page) => page.getByRole('button', { name: /^Notification/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notification' })

test('§2 the bell opens a dropdown titled Notification with title, body and time of each', async ({
  page,
  backend,
}) => {
  const [first] = await backend.rows('/admin/notification/list')
  await openScreen(page, '/', 'Dashboard')
  await bell(page).click()
  await expect(panel(page).getByRole('heading', { name: 'Notification', exact: true })).toBeVisible()
  const item = panel(page)
    .getByRole('listitem')
    .filter({ hasText: String(first?.title) })
    .filter({ hasText: String(first?.body) })
    .first()
  await expect(item).toBeVisible()
  await expect(item.locator('time')).toHaveAttribute('datetime', new Date(String(first?.createdAt)).toISOString())
})

test('§9 the notification dropdown is 400 px wide, and fits a phone', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await bell(page).click()
  expect((await panel(page).boundingBox())?.width).toBe(400)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(panel(page)).toBeInViewport({ ratio: 0.99 })
})

test('§2 Show All leads to /chats', long, async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: 'Show All' })
    .or(panel(page).getByRole('button', { name: 'Show All' }))
    .click()
  await expect(heading(page, 'Chats')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/chats')
})

test('§2 the badge shows the count of notifications: the unread where the answer says which, else all', async ({
  page,
  backend,
}) => {
  await page.route('**/api/v1/admin/notification/list*', async (route) => {
    const data = Array.from({ length: 5 }, (_, at) => ({
      _id: `n${at}`,
      title: `Title ${at}`,
      body: 'Body',
      createdAt: new Date().toISOString(),
      ...(backend.kind === 'product' && { read: at > 1 }),
    }))
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { success: true, data } })
  })
  await openScreen(page, '/', 'Dashboard')
  await expect(bell(page)).toContainText(backend.kind === 'product' ? '2' : '5')
})

test('the badge says 99+ beyond 99', long, async ({ page }) => {
  await page.route('**/api/v1/admin/notification/list*', async (route) => {
    const data = Array.from({ length: 120 }, (_, at) => ({
      _id: `n${at}`,
      title: `Title ${at}`,
      body: 'Body',
      createdAt: new Date().toISOString(),
    }))
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { success: true, data } })
  })
  await openScreen(page, '/', 'Dashboard')
  await expect(bell(page)).toContainText('99+')
})

test('§7 what happens arrives at the bell by itself: a new driver registers @product', async ({ page, backend }) => {
  await openScreen(page, '/', 'Dashboard')
  await expect(bell(page)).toBeVisible()
  const person = await backend.person('driver')
  await bell(page).click()
  await expect(panel(page).getByText(person.full_name)).toBeVisible({ timeout: 10_000 })
})

test('a notification leads to its subject, and is read then @product', async ({ page, backend }) => {
  const person = await backend.person('driver')
  await openScreen(page, '/', 'Dashboard')
  await bell(page).click()
  const one = panel(page).getByRole('listitem').filter({ hasText: person.full_name })
  await one.getByRole('link').click()
  await expect(panel(page)).toHaveCount(0)
  await expect(heading(page, person.full_name)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/drivers/${person._id}`)
})

test('a bulk change of a colleague is one entry, which leads to exactly its rows and goes with its Undo @product', async ({
  page,
  backend,
}) => {
  const theo = await signInTo(backend.kind, backend.apiUrl, administratorOf.admin)
  const rows: Row[] = []
  for (let at = 0; at < 3; at += 1)
    rows.push(await backend.take('/admin/user/rides', ({ status }) => status === 'Completed'))
  const set = async (status: string) => {
    for (const { _id } of rows) {
      const answer = await fetch(`${backend.apiUrl}/api/v1/admin/ride/status`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${theo.token}`,
          'content-type': 'application/json',
          'bulk-id': 'e2e-of-bell',
        },
        body: JSON.stringify({ _id, status }),
      })
      expect(answer.status).toBe(200)
    }
  }
  await openScreen(page, '/', 'Dashboard')
  await set('Canceled')
  await bell(page).click()
  const one = panel(page).getByRole('listitem').filter({ hasText: '3 bookings canceled by Theo' })
  await one.getByRole('link').click()
  await expect(heading(page, 'User Rides')).toBeVisible()
  await expect(page.getByText('3 entries')).toBeVisible()
  await expect(page.getByText('Changed together')).toBeVisible()
  await set('Completed')
  await bell(page).click()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
  await expect(one).toHaveCount(0)
})

const unread = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `n${at}`,
    title: `Title ${at}`,
    body: 'Body',
    createdAt: new Date().toISOString(),
    read: false,
  }))
const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

test(
  'only what the bell shows is read, and it stays marked as new while the bell is open @product',
  long,
  async ({ page }) => {
    const sent: unknown[] = []
    // Another test's acts have the list read again.
    const read = new Set<string>()
    await page.route('**/api/v1/admin/notification/list*', (route) => {
      const data = unread(100).map((one) => ({ ...one, read: read.has(one._id) }))
      return route.fulfill({ headers: allowed, json: { success: true, data } })
    })
    await page.route('**/api/v1/admin/notification/mark-read', async (route) => {
      if (route.request().method() === 'POST') {
        const payload = route.request().postDataJSON() as { ids?: string[] }
        sent.push(payload)
        for (const id of payload.ids ?? unread(100).map(({ _id }) => _id)) read.add(id)
      }
      await route.fulfill({ headers: allowed, json: { success: true } })
    })
    await openScreen(page, '/', 'Dashboard')
    await expect(bell(page)).toContainText('99+')
    await bell(page).click()
    await expect(bell(page)).toContainText('95')
    expect(sent).toEqual([{ ids: ['n0', 'n1', 'n2', 'n3', 'n4'] }])
    await expect(panel(page).locator('li[data-new=true]')).toHaveCount(100)
    await panel(page).getByRole('region').focus()
    await page.keyboard.press('End')
    await expect(bell(page)).toContainText('90')
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page)).toHaveAccessibleName('Notification')
    await expect(panel(page).getByRole('region')).toBeFocused()
  },
)

test(
  'those before the newest 200 are loaded where the list ends, and are not marked as read @product',
  long,
  async ({ page }) => {
    const asked: (string | null)[] = []
    await page.route('**/api/v1/admin/notification/mark-read', (route) =>
      route.fulfill({ headers: allowed, json: { success: true } }),
    )
    await page.route('**/api/v1/admin/notification/list*', (route) => {
      const before = new URL(route.request().url()).searchParams.get('before')
      asked.push(before)
      const data =
        before === null ? unread(200) : unread(before === 'n199' ? 250 : 253).slice(before === 'n199' ? 200 : 250)
      return route.fulfill({ headers: allowed, json: { success: true, data } })
    })
    await openScreen(page, '/', 'Dashboard')
    await bell(page).click()
    const older = panel(page).getByRole('button', { name: 'Load older ones' })
    await older.press('Enter')
    await expect(panel(page).getByRole('listitem')).toHaveCount(250)
    await expect(older).toBeFocused()
    await older.press('Enter')
    await expect(panel(page).getByRole('listitem')).toHaveCount(253)
    await expect(panel(page).getByText('There are no older ones.')).toBeFocused()
    expect(asked.filter((one) => one !== null)).toEqual(['n199', 'n249'])
  },
)

test('a backend that knows SPEC §7 alone is asked for no older notifications @bare', async ({ page }) => {
  await page.route('**/api/v1/admin/notification/list*', (route) =>
    route.fulfill({ headers: allowed, json: { success: true, data: unread(200) } }),
  )
  await openScreen(page, '/', 'Dashboard')
  await bell(page).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(200)
  await expect(panel(page).getByRole('button', { name: 'Load older ones' })).toHaveCount(0)
})

test.describe('failed', () => {
  test.use({ noise: /Failed to load resource|[Nn]otification/ })

  test(
    '§8 a failed fetch of notifications is logged to the console and said in the dropdown, without a toast',
    long,
    async ({ page, backend }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      await backend.spoil(page, '/admin/notification/list', 'error')
      await openScreen(page, '/', 'Dashboard')
      await expect.poll(() => logged.some((line) => /notification/i.test(line)), { timeout: 15_000 }).toBe(true)
      await bell(page).click()
      await expect(panel(page).getByRole('alert')).toBeVisible()
      await expect(page.locator('.il-toast')).toHaveCount(0)
      await retryOnceHealed(page, panel(page), () => backend.spoil(page, '/admin/notification/list', null))
      await expect(panel(page).getByRole('listitem').first()).toBeVisible()
    },
  )
})
