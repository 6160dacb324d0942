import { expectSettled, heading, openScreen, screens } from '../harness/screens.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('§2 the sidebar names Dashboard, Drivers, Driver Rides, Users, User Rides and Chats, in that order', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await expect(rail(page).getByRole('link')).toHaveText(screens.map(({ entry }) => entry))
})

test('§2 each sidebar entry opens its screen at its route', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  for (const screen of [...screens].reverse()) {
    await rail(page).getByRole('link', { name: screen.entry, exact: true }).click()
    await expect(heading(page, screen.heading)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(screen.path)
    await expect(rail(page).getByRole('link', { name: screen.entry, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('§9 the sidebar shows titles at 1008 px and collapses to icons at 1007 px', async ({ page }) => {
  await page.setViewportSize({ width: 1008, height: 800 })
  await openScreen(page, '/', 'Dashboard')
  const width = () => rail(page).evaluate((element) => element.getBoundingClientRect().width)
  const wide = await width()
  await page.setViewportSize({ width: 1007, height: 800 })
  await expect.poll(width).toBeLessThan(wide / 2)
  await expect(rail(page).getByRole('link', { name: 'Driver Rides' })).toBeVisible()
})

test('§9 the mobile toggle is there at 991 px and not at 992 px', async ({ page }) => {
  const toggle = page.getByRole('button', { name: 'Open navigation' })
  await page.setViewportSize({ width: 992, height: 800 })
  await openScreen(page, '/', 'Dashboard')
  await expect(rail(page)).toBeVisible()
  await expect(toggle).toHaveCount(0)
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(toggle).toBeVisible()
  await expect(rail(page)).toHaveCount(0)
  await toggle.click()
  await rail(page).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(rail(page)).toBeHidden()
})

const tableScrollsSideways = (page: Page) =>
  page.locator('.il-table-ground').evaluateAll((tables) => tables.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))

for (const width of [390, 991, 992, 1007, 1008, 1400]) {
  test(`§9 no screen scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const screen of screens) {
      await openScreen(page, screen.path, screen.heading)
      await expect.poll(() => scrollsSideways(page), { message: `${screen.path} at ${width} px` }).toBe(false)
      // Between 1008 px, where the sidebar stands open, and a desk's width a table with eleven columns scrolls inside its card.
      if (width !== 1008) await expect.poll(() => tableScrollsSideways(page), { message: `the table of ${screen.path} at ${width} px` }).toBe(false)
    }
  })
}

test('rows out of sight are left out of a frame, and all cells stand under their headings', async ({ page }) => {
  await openScreen(page, '/drivers?size=50', 'Drivers')
  const rows = page.locator('tbody tr.il-row')
  const total = Math.min(50, Number((await page.locator('.il-count').innerText()).replace(/\D/g, '')))
  expect(total).toBeGreaterThan(40)
  await expect(rows).toHaveCount(total)
  const isDrawn = (at: number) => rows.nth(at).locator('td').first().evaluate((cell) => cell.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn(0)).toBe(true)
  await expect.poll(() => isDrawn(total - 1)).toBe(false)
  await expect(page.getByRole('row')).toHaveCount(total + 1)

  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await rows.nth(total - 1).scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(total - 1)).toBe(true)
  expect(Math.abs((await height()) - before)).toBeLessThan(before * 0.05)

  const edges = (line: string) => page.locator(line).evaluate((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)))
  expect(await edges('tbody tr.il-row:last-of-type')).toEqual(await edges('thead tr'))
})

test('§2 the title bar has a breadcrumb: home link to /, the parent, the current title', async ({ page }) => {
  for (const { path, heading: title } of screens.filter(({ path }) => path !== '/')) {
    await openScreen(page, path, title)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(crumbs.getByText('Dashboard', { exact: true })).toBeVisible()
    await expect(crumbs.locator('[aria-current=page]')).toBeVisible()
  }
})

test('§9 the footer shows the copyright year 2024', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await expect(page.getByRole('contentinfo')).toContainText('2024')
})

test('§9 the scroll-to-top button appears after 600 px and leads back to the top', async ({ page }) => {
  await openScreen(page, '/users?size=50', 'Users')
  await expect(page.getByRole('table')).toBeVisible()
  const button = page.getByRole('button', { name: 'Scroll to top' })
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600)
  await expect(button).toHaveCount(0)
  await page.evaluate(() => window.scrollTo({ top: 601, behavior: 'instant' }))
  await button.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(button).toHaveCount(0)
})

test('§2 the profile menu shows the person as Admin; Account goes to /', async ({ page }) => {
  await openScreen(page, '/drivers', 'Drivers')
  await page.getByRole('button', { name: /Admin/ }).click()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('§2 icons come from the static sprite by id, and every id used is in it', async ({ page, request }) => {
  const sprite = await request.get('/svg/sprite.svg')
  expect(sprite.headers()['content-type']).toContain('image/svg+xml')
  const known = new Set([...(await sprite.text()).matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]))
  const used = new Set<string>()
  for (const { path, heading: title } of screens) {
    await openScreen(page, path, title)
    for (const href of await page.locator('svg use').evaluateAll((uses) => uses.map((use) => use.getAttribute('href') ?? ''))) used.add(href)
  }
  expect(used.size).toBeGreaterThan(15)
  for (const href of used) {
    // In the page, once the sprite is, under the same address.
    expect(href).toMatch(/^#?\/svg\/sprite\.svg#/)
    expect([...known]).toContain(href.split('#').at(-1))
  }
})

test('dark and light theme differ, are kept over a reload, and follow the system when asked to', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog', { name: 'Preferences' }).getByText('Dark', { exact: true }).click()
  await expect.poll(ground).not.toBe(light)
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await ground()).not.toBe(light)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog', { name: 'Preferences' }).getByText('System', { exact: true }).click()
  await expect.poll(ground).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
})

test('the skip link leads past header and sidebar, and the heading has the focus after a change of screen', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await rail(page).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeFocused()
  await expectSettled(page)
  await page.reload()
  await expect(heading(page, 'Users')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
