import { AxeBuilder } from '@axe-core/playwright'
import { openScreen } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'

const calls: Record<string, string> = {
  '/drivers': '/admin/drivers',
  '/user-rides': '/admin/user/rides',
  '/chats': '/user/chat-list',
}

test('each figure that needs attention leads to exactly its rows @product', async ({ page, backend }) => {
  // Other tests make drivers and messages meanwhile.
  await expect(async () => {
    await openScreen(page, '/', 'Dashboard')
    const links = page.getByRole('region', { name: 'Needs attention' }).getByRole('link')
    await expect(links.first()).toBeVisible()
    for (const link of await links.all()) {
      const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url())
      if (!calls[pathname]) continue
      searchParams.delete('sort')
      searchParams.set('page_size', '1')
      const { body } = await backend.call('GET', `${calls[pathname]}?${searchParams.toString()}`)
      const { total } = (body as unknown as { meta: { total: number } }).meta
      await expect(link, pathname).toHaveText(total.toLocaleString('en-US'))
    }
  }).toPass({ timeout: 60_000 })
})

test('a list that was led to says by which filter, a chip that is removed @product', async ({ page }) => {
  await openScreen(page, '/user-rides?hanging=Pending&sort=createdAt', 'User Rides')
  const chips = page.getByRole('list', { name: 'Filters that are set' })
  await expect(chips.getByRole('listitem')).toHaveText([/^Hanging: Pending/])
  for (const row of await page.locator('tbody tr[data-row-key]').all()) await expect(row).toContainText('Pending')
  await chips.getByRole('button', { name: 'Remove filter Hanging' }).press('Enter')
  await expect(chips).toHaveCount(0)
  await expect(page).not.toHaveURL(/hanging/)
})

test(
  'charts load when one scrolls to them, and each has a table; the period is in the address @product',
  long,
  async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 700 })
    await openScreen(page, '/', 'Dashboard')
    await expect(page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Over time' })).toHaveCount(0)
    await page.locator('main [class*=dashboard_charts]').scrollIntoViewIfNeeded()
    await expect(page.locator('[data-chart="registrations"] .recharts-line path').first()).toBeVisible()
    await page.getByRole('radio', { name: '7 days' }).press('Space')
    await expect(page).toHaveURL(/\?period=7$/)
    await page.getByRole('button', { name: 'Show as table: Registrations' }).click()
    await expect(page.locator('[data-chart="registrations"] tbody tr')).toHaveCount(7)
    await page.reload()
    await page.locator('main [class*=dashboard_charts]').scrollIntoViewIfNeeded()
    await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  },
)

test('a backend of SPEC §7 alone is asked for none of it, and shows none @bare', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => void (/dashboard\/(?!analysis)/.test(request.url()) && asked.push(request.url())))
  await openScreen(page, '/', 'Dashboard')
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  await page.mouse.wheel(0, 4000)
  await expect(page.getByText('Needs attention')).toHaveCount(0)
  await expect(page.getByText('Over time')).toHaveCount(0)
  expect(asked).toEqual([])
})
