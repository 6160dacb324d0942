import { openScreen } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const headings = (page: Page) => page.locator('thead th').allInnerTexts()
const layoutOf = (page: Page) => page.getByRole('dialog', { name: 'Layout of the table' })
const openLayout = async (page: Page) => {
  await page.getByRole('button', { name: 'Layout of the table' }).click()
  await expect(layoutOf(page).getByRole('checkbox').first()).toBeVisible()
}
const firstRow = (page: Page) => page.locator('tbody tr.il-row').first()

test('a card on a phone opens for the rest of it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, '/user-rides', 'User Rides')
  const card = page.locator('.il-cards > li').first()
  const before = await card.locator('dt').count()
  await card.getByRole('button', { name: 'More' }).press('Enter')
  expect(await card.locator('dt').count()).toBeGreaterThan(before)
  await expect(card.getByRole('button', { name: 'Less' })).toBeFocused()
})

test('the headings stay below the header while one scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 600 })
  await openScreen(page, '/drivers?size=50', 'Drivers')
  await page.evaluate(() => window.scrollTo(0, 1200))
  await expect(page.getByRole('columnheader', { name: /^Driver Name/ })).toBeInViewport()
})

test('rows stand closer when one wants it, and the list remembers it', long, async ({ page }) => {
  await openScreen(page, '/users', 'Users')
  const height = async () => (await firstRow(page).boundingBox())?.height ?? 0
  expect(await height()).toBeGreaterThan(50)
  await openLayout(page)
  await layoutOf(page).getByLabel('Compact').check()
  await expect.poll(height).toBeLessThan(45)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Layout of the table' })).toBeFocused()
  await openScreen(page, '/users', 'Users')
  await expect.poll(height).toBeLessThan(45)
})

test(
  'columns are hidden, moved and sized with the keyboard, remembered, in the address, and reset',
  long,
  async ({ page }) => {
    await openScreen(page, '/users', 'Users')
    const first = await headings(page)
    await openLayout(page)
    await layoutOf(page).getByRole('checkbox', { name: 'Show Contact' }).press('Space')
    await layoutOf(page).getByRole('button', { name: 'Move Email earlier' }).press('Enter')
    await layoutOf(page).getByRole('button', { name: 'Move Email earlier' }).press('Enter')
    await layoutOf(page).getByRole('spinbutton', { name: 'Width of Email' }).fill('320')
    await layoutOf(page).getByRole('spinbutton', { name: 'Width of Email' }).press('Enter')
    const wanted = ['User Name', 'Email', 'Joined On', 'Chat', 'Details']
    await expect.poll(() => headings(page)).toEqual(wanted)
    await expect(page).toHaveURL(/cols=name%2Cemail\.320%2Cjoined%2C-contact%2Cchat%2Cdetails/)
    const email = page.getByRole('columnheader', { name: /^Email/ })
    expect((await email.boundingBox())?.width).toBeCloseTo(320, 0)
    await openScreen(page, '/users', 'Users')
    expect(await headings(page)).toEqual(wanted)
    await openLayout(page)
    await layoutOf(page).getByRole('button', { name: 'Reset the layout' }).press('Enter')
    await expect.poll(() => headings(page)).toEqual(first)
    expect(new URL(page.url()).search).toBe('')
  },
)
