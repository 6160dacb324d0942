import type { Page } from '@playwright/test'
import type { Row } from '../harness/backend/backend.ts'
import { expectAccessible } from '../harness/page/accessible.ts'
import { expectSettled, heading, openScreen } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'

const box = (page: Page) => page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox')
const keysOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const riderOf = (booking: Row | undefined) => (booking?.['user'] as { full_name: string } | undefined)?.full_name ?? ''
const row = (page: Page, at: number) => page.locator('main:visible tbody tr[data-row-key]').nth(at)

test('a booking is found by its rider and opened, with the keyboard alone @product', async ({ page, backend }) => {
  const bookings = await backend.rows('/admin/user/rides')
  const rider = bookings.map(riderOf).find((name) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name)) ?? ''
  await openScreen(page, '/', 'Dashboard')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(rider.split(' ').reverse().join(' ').toLowerCase())
  const found = page.getByRole('group', { name: 'Bookings' }).getByRole('option')
  await expect(found.first()).toContainText(rider)
  await expect(found.first().locator('mark').first()).toBeVisible()
  for (let at = 0; at < 20 && (await found.first().getAttribute('aria-selected')) !== 'true'; at++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user-rides\/\w+$/)
  const opened = bookings.find(({ _id }) => page.url().endsWith(`/${_id}`))
  expect(riderOf(opened)).toBe(rider)
  await expect(box(page)).toBeHidden()
})

test('screens and actions are found without a call where the backend has no search @bare', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/admin/search') && calls.push(request.url()))
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('user ri')
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveText([/^User Rides/])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'User Rides')).toBeVisible()
  expect(calls).toEqual([])
})

test('rows, pages and screens are reached by single keys', async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await page.keyboard.press('j')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(page, 1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search Users List' })).toBeFocused()
  await page.keyboard.type('n')
  await expect(page.getByRole('searchbox', { name: 'Search Users List' })).toHaveValue('n')
  await page.keyboard.press('Escape')
  await expectSettled(page)
  await heading(page, 'Users').click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(heading(page, 'Drivers')).toBeVisible()
})

test('? lists the keys of the screen, and its switch turns single keys off for good', long, async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  await page.keyboard.press('?')
  await expect(keysOf(page).getByRole('region', { name: 'On this screen' })).toContainText('Next row')
  await expectAccessible(page, 'the list of shortcuts')
  await keysOf(page).getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(keysOf(page)).toBeHidden()
  await page.reload()
  await expectSettled(page)
  await heading(page, 'Users').click()
  for (const key of ['j', '?', 'g', 'd', 'n', '/']) await page.keyboard.press(key)
  // Only Ctrl+K still does something: it says when the keys before it were dealt with.
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(keysOf(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Users')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row-key], input') ?? null)).toBeNull()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await heading(page, 'Users').click()
  await page.keyboard.press('j')
  await expect(row(page, 0)).toBeFocused()
})

test('the search is accessible, and fits a phone', long, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(page.getByRole('group', { name: 'Screens' })).toBeVisible()
  await page.keyboard.type('a')
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'the search over everything')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeInViewport({ ratio: 1 })
})
