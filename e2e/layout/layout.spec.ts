import { entriesOfOwners, expectSettled, heading, openScreen, screens } from '../harness/page/screens.ts'
import { expect, long, longUnless, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('§2 the sidebar names Dashboard, Drivers, Driver Rides, Users, User Rides and Chats, in that order', async ({
  page,
  backendKind,
}) => {
  await openScreen(page, '/', 'Dashboard')
  const more = backendKind === 'product' ? entriesOfOwners : []
  await expect(sidebar(page).getByRole('link')).toHaveText([...screens.map(({ entry }) => entry), ...more])
})

test('§2 each sidebar entry opens its screen at its route', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  for (const screen of [...screens].reverse()) {
    await sidebar(page).getByRole('link', { name: screen.entry, exact: true }).click()
    await expect(heading(page, screen.heading)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(screen.path)
    await expect(sidebar(page).getByRole('link', { name: screen.entry, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
})

test('§9 the sidebar shows titles at 1008 px and collapses to icons at 1007 px', async ({ page }) => {
  await page.setViewportSize({ width: 1008, height: 800 })
  await openScreen(page, '/', 'Dashboard')
  const width = () => sidebar(page).evaluate((element) => element.getBoundingClientRect().width)
  const wide = await width()
  await page.setViewportSize({ width: 1007, height: 800 })
  await expect.poll(width).toBeLessThan(wide / 2)
  await expect(sidebar(page).getByRole('link', { name: 'Driver Rides' })).toBeVisible()
})

test('§9 the mobile toggle is there at 991 px and not at 992 px', async ({ page }) => {
  const toggle = page.getByRole('button', { name: 'Open navigation' })
  await page.setViewportSize({ width: 992, height: 800 })
  await openScreen(page, '/', 'Dashboard')
  await expect(sidebar(page)).toBeVisible()
  await expect(toggle).toHaveCount(0)
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(toggle).toBeVisible()
  await expect(sidebar(page)).toHaveCount(0)
  await toggle.click()
  await sidebar(page).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(sidebar(page)).toBeHidden()
})

const tableScrollsSideways = (page: Page) =>
  page
    .locator('.il-table > tbody')
    .evaluateAll((tables) => tables.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))

for (const { path, heading: title } of screens) {
  test(`§9 ${path} never scrolls sideways, from 390 to 1400 px`, longUnless(path === '/drivers'), async ({ page }) => {
    await openScreen(page, path, title)
    for (const width of [1400, 1008, 1007, 992, 991, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => scrollsSideways(page), { message: `${path} at ${width} px` }).toBe(false)
      // Between 1008 px, where the sidebar is open, and the width of a desktop screen a table with eleven columns
      // scrolls inside its card.
      if (width !== 1008)
        await expect
          .poll(() => tableScrollsSideways(page), { message: `the table of ${path} at ${width} px` })
          .toBe(false)
    }
  })
}

test('headings stay below the header while a table scrolls down and sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1008, height: 700 })
  await openScreen(page, '/drivers?size=50', 'Drivers')
  const edit = page.getByRole('button', { name: /^Edit / }).nth(40)
  await edit.scrollIntoViewIfNeeded()
  await edit.focus()
  const connect = page.getByRole('columnheader', { name: 'Connect' })
  await expect.poll(async () => (await connect.boundingBox())?.y).toBe(64)
  const cell = page.getByRole('row').nth(41).getByRole('cell').nth(8)
  await expect.poll(async () => (await connect.boundingBox())?.x).toBe((await cell.boundingBox())?.x)
  await connect.getByRole('button').focus()
  await page
    .getByRole('table')
    .locator('tbody')
    .evaluate((rows) => rows.scrollTo({ left: 0 }))
  await expect.poll(async () => (await connect.boundingBox())?.x).toBe((await cell.boundingBox())?.x)
})

test('a page of a list is whole when it is drawn: scrolling changes no height', long, async ({ page }) => {
  await openScreen(page, '/drivers?size=50', 'Drivers')
  const rows = page.locator('tbody tr.il-row')
  const total = Math.min(50, Number((await page.locator('.il-count').innerText()).replace(/\D/g, '')))
  expect(total).toBeGreaterThan(40)
  // All rows come in one frame.
  await rows.first().waitFor()
  // eslint-disable-next-line playwright/prefer-to-have-count
  expect(await rows.count()).toBe(total)
  await expect(page.getByRole('row')).toHaveCount(total + 1)

  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  for (const at of [Math.floor(total / 2), total - 1]) {
    await rows.nth(at).scrollIntoViewIfNeeded()
    await expect(rows.nth(at)).toBeInViewport()
    expect(await height()).toBe(before)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Drivers List' }).getByRole('listitem')).toHaveCount(total)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toHaveCount(0)
  const ofCards = await height()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  expect(await height()).toBe(ofCards)
})

test('§2 every screen has header, sidebar, footer and a breadcrumb: home link to /, the parent Dashboard, its own title', async ({
  page,
}) => {
  for (const { path, heading: title } of screens.filter(({ path }) => path !== '/')) {
    await openScreen(page, path, title)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(crumbs).toHaveText(new RegExp(`^\\W*(Home)?\\W*Dashboard\\W*${title}\\W*$`))
    await expect(crumbs.locator('[aria-current=page]')).toHaveText(title)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Driver Rides', exact: true }).first()).toBeVisible()
  }
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

test('§2 icons come from the static sprite by id, and every id used is in it', long, async ({ page, request }) => {
  const sprite = await request.get('/svg/sprite.svg')
  expect(sprite.headers()['content-type']).toContain('image/svg+xml')
  const known = new Set([...(await sprite.text()).matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]))
  const used = new Set<string>()
  for (const { path, heading: title } of screens) {
    await openScreen(page, path, title)
    for (const href of await page
      .locator('svg use')
      .evaluateAll((uses) => uses.map((use) => use.getAttribute('href') ?? '')))
      used.add(href)
  }
  expect(used.size).toBeGreaterThan(15)
  for (const href of used) {
    expect(href).toMatch(/^\/svg\/sprite\.svg#/)
    expect([...known]).toContain(href.split('#')[1])
  }
})

test(
  'dark and light theme differ, are kept over a reload, and follow the system when asked to',
  long,
  async ({ page }) => {
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
  },
)

test('the skip link leads past header and sidebar, and the heading has the focus after a change of screen', async ({
  page,
}) => {
  await openScreen(page, '/', 'Dashboard')
  await sidebar(page).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(heading(page, 'Users')).toBeFocused()
  await expectSettled(page)
  await page.reload()
  await expect(heading(page, 'Users')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
