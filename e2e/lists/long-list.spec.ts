import { expect, test } from '../harness/test.ts'
import { openScreen } from '../harness/page/screens.ts'
import type { Page } from '@playwright/test'

const total = 430_000
const reach = 10_000

/** Users 1, 2, 3 …, as a backend with cursors lists so many: the cursor is the number of its first row. */
async function fakeUsers(page: Page) {
  const queries: string[] = []
  await page.route(/\/api\/v1\/admin\/users\?/, (route) => {
    const { search, searchParams } = new URL(route.request().url())
    queries.push(search)
    const size = Number(searchParams.get('page_size'))
    const cursor = searchParams.get('cursor')
    const wanted = searchParams.get('page')
    const first = cursor ? Number(cursor) : wanted === 'last' ? total - size + 1 : (Number(wanted) - 1) * size + 1
    if (Number.isNaN(first) || (!cursor && wanted !== 'last' && Number(wanted) * size > reach))
      return route.fulfill({ status: 400, json: { success: false, title: 'no such page', status: 400 } })
    const data = Array.from({ length: size }, (_, at) => ({
      _id: `u${first + at}`,
      full_name: `User ${first + at}`,
      email: `user${first + at}@example.test`,
      phone: '+1 (212) 555-0100',
      createdAt: '2026-03-10T12:00:00.000Z',
    }))
    const meta = {
      total: reach + 1,
      page: cursor || wanted === 'last' ? null : Number(wanted),
      page_size: size,
      ...(first + size <= total && { next: String(first + size) }),
      ...(first > 1 && { previous: String(Math.max(1, first - size)) }),
    }
    return route.fulfill({ json: { success: true, data, meta } })
  })
  return queries
}

const firstUser = (page: Page) => page.locator('tbody tr[data-row-key]').first().locator('.il-person-name')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of Users List' })
const range = (page: Page) => page.locator('.il-pagination [aria-live=polite]')

test('§7 a list of 430,000 is paged by number, from the end, and by cursor behind 10,000 rows @product', async ({
  page,
}) => {
  const queries = await fakeUsers(page)
  await openScreen(page, '/users?size=50&page=200', 'Users')
  const go = (name: string) => pages(page).getByRole('button', { name, exact: true }).click()
  await expect(firstUser(page)).toHaveText('User 9951')
  await expect(page.getByText('More than 10,000 entries')).toBeVisible()
  await expect(range(page)).toHaveText('9,951–10,000 of more than 10,000')
  await go('Next page')
  await expect(firstUser(page)).toHaveText('User 10001')
  await expect(range(page)).toHaveText('50 rows of more than 10,000')
  await expect(page).toHaveURL(/\?size=50&cursor=10001$/)

  await page.reload()
  await expect(firstUser(page)).toHaveText('User 10001')
  await page.goBack()
  await expect(firstUser(page)).toHaveText('User 9951')
  await go('Last page')
  await expect(firstUser(page)).toHaveText('User 429951')
  await expect(range(page)).toHaveText('The last rows of more than 10,000')
  await expect(page).toHaveURL(/\?size=50&page=last$/)
  await page.reload()
  await expect(firstUser(page)).toHaveText('User 429951')
  await go('Previous page')
  await expect(firstUser(page)).toHaveText('User 429901')
  await go('First page')
  await expect(firstUser(page)).toHaveText('User 1')

  for (const query of queries) {
    const { page: wanted, page_size } = Object.fromEntries(new URLSearchParams(query))
    if (wanted !== undefined && wanted !== 'last') expect(Number(wanted) * Number(page_size)).toBeLessThanOrEqual(reach)
  }
})

test.describe('a cursor that the server refuses', () => {
  test.use({ noise: /Failed to load resource|Loading \/admin/ })

  test('leads to the first page @product', async ({ page }) => {
    await fakeUsers(page)
    await openScreen(page, '/users?size=50&cursor=of-another-time', 'Users')
    await expect(firstUser(page)).toHaveText('User 1')
    await expect(page).toHaveURL(/\/users\?size=50$/)
  })
})
