import { expectSettled, heading, openScreen } from '../harness/page/screens.ts'
import { expect, long, longUnless, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const rows = (page: Page) => page.locator('tbody tr.il-row')
const names = (page: Page) => rows(page).locator('td:first-child .il-person-name').allTextContents()
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const lists = [
  ['/drivers', 'Drivers'],
  ['/users', 'Users'],
  ['/driver-rides', 'Driver Rides'],
  ['/user-rides', 'User Rides'],
] as const

for (const [path, title] of lists) {
  test(
    `§2 ${path} is paginated and striped, and Back and reload keep the page`,
    longUnless(path === '/drivers'),
    async ({ page }) => {
      // Oldest first: drivers that other tests make meanwhile come at the end.
      await openScreen(page, `${path}?size=10&sort=createdAt`, title)
      await expect(rows(page)).toHaveCount(10)
      // The ground that shows behind a cell: its own, or that of its row.
      const ground = (at: number) =>
        rows(page)
          .nth(at)
          .locator('td')
          .nth(1)
          .evaluate((cell) =>
            [cell, cell.parentElement as Element]
              .map((element) => getComputedStyle(element).backgroundColor)
              .find((colour) => colour !== 'rgba(0, 0, 0, 0)'),
          )
      const [first, second] = [await ground(0), await ground(1)]
      expect(first).toBeDefined()
      expect(second).toBeDefined()
      expect(first).not.toBe(second)
      const pageOne = await names(page)
      await page.getByRole('button', { name: 'Page 2', exact: true }).click()
      await expect.poll(() => names(page)).not.toEqual(pageOne)
      expect(query(page)).toMatchObject({ page: '2', size: '10' })
      await expectSettled(page)
      await expect(rows(page)).toHaveCount(10)
      const pageTwo = await names(page)
      await page.reload()
      await expect(heading(page, title)).toBeVisible()
      await expect.poll(() => names(page)).toEqual(pageTwo)
      await page.goBack()
      await expect.poll(() => names(page)).toEqual(pageOne)
    },
  )
}

test('§2 a table sorts by its headings, ascending and descending, and the address says so', async ({
  page,
  backend,
}) => {
  await openScreen(page, '/users?size=100', 'Users')
  await expect(rows(page).first()).toBeVisible()
  const header = page.getByRole('columnheader', { name: /^User Name/ })
  const known = async () =>
    (await names(page)).filter((name) => name !== 'N/A' && !name.startsWith('<')).map((name) => name.toLowerCase())
  await header.click()
  await expect(page).toHaveURL(/sort=full_name/)
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const compare = new Intl.Collator('en').compare
  const all = (await backend.rows('/admin/users')).length
  const inOrder = async (order: (a: string, b: string) => number) => {
    const found = await known()
    return (
      (await rows(page).count()) === Math.min(100, all) &&
      JSON.stringify(found) === JSON.stringify([...found].sort(order))
    )
  }
  await expect.poll(() => inOrder(compare)).toBe(true)
  await header.click()
  await expect(page).toHaveURL(/sort=-full_name/)
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => inOrder((a, b) => compare(b, a))).toBe(true)
})

test('a search in a table is in the address, works from a link, and one Back leaves it', async ({ page, backend }) => {
  const user = (await backend.rows('/admin/users')).find(
    ({ email }) => typeof email === 'string' && email.includes('@'),
  )
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search Users List' }).pressSequentially(String(user?.email))
  await expect(rows(page)).toHaveCount(1)
  await expect.poll(() => query(page).q).toBe(user?.email)
  const link = page.url()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('searchbox', { name: 'Search Users List' })).toHaveValue(String(user?.email))
  await expect(rows(page)).toHaveCount(1)
})

const hostile = ['50%25', '%E0%A4%A', '../../admin', '%3Cscript%3E', '__proto__', '', '%00', '%F0%9F%9A%97', 'a%2Fb']
const parameters = [
  'q',
  'sort',
  'page',
  'size',
  'date',
  'id',
  'cols',
  'density',
  'show',
  'period',
  'from',
  'view',
  'act',
]
const everywhere = [...parameters, 'actor_id', 'target_id', 'resource', 'status', 'source', 'message']
const said = [...hostile, 'x'.repeat(300)].map((value) => everywhere.map((name) => `${name}=${value}`).join('&'))
const screens = [
  ...lists,
  ['/chats', 'Chats'],
  ['/audit', 'Audit'],
  ['/drivers/queue', ''],
  ['/', 'Dashboard'],
] as const

/** A page load asks for first data before any code runs: Drivers is loaded each time, the others change the address. */
const go = async (page: Page, address: string) =>
  address.startsWith('/drivers?')
    ? void (await page.goto(address))
    : page.evaluate((url) => {
        history.pushState(null, '', url)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)

for (const [path, title] of screens) {
  test(`a wrong value in the address of ${path} is asked of nobody @product`, long, async ({ page }) => {
    await page.goto(path)
    const refused: string[] = []
    page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
    for (const query of ['sort=nope', 'sort=', 'page=99999999&size=7', 'date=2024-02-30', ...said]) {
      await go(page, `${path}?${query}#${query}`)
      await expect(title === '' ? page.locator('h1') : heading(page, title)).toBeVisible()
      await expectSettled(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    expect(refused).toEqual([])
  })
}

test('§7 with a backend that pages, only a page is asked for @product', async ({ page }) => {
  const call = page.waitForRequest((request) => request.url().includes('/api/v1/admin/drivers?'))
  await page.goto('/drivers?page=2&size=10&sort=full_name&q=example')
  expect(Object.fromEntries(new URL((await call).url()).searchParams)).toEqual({
    page: '2',
    page_size: '10',
    sort: 'full_name',
    q: 'example',
  })
  const { data, meta } = (await (await (await call).response())?.json()) as { data: unknown[]; meta: { total: number } }
  expect(data.length).toBeLessThanOrEqual(10)
  expect(meta.total).toBeGreaterThan(10)
})
