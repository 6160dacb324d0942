import { expectSettled, leaveUnseen, openScreen } from '../harness/page/screens.ts'
import { expect, test, long } from '../harness/test.ts'
import type { Locator, Page } from '@playwright/test'

/** Whether the middle and the corners of a control are its own, and nothing lies above them. */
const isUncovered = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const inset = 3
    return [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ].every(([x = 0, y = 0]) => {
      const there = document.elementFromPoint(x, y)
      return there !== null && (element.contains(there) || there.contains(element))
    })
  })

const focused = (page: Page) => page.locator(':focus')

test('no focused control of a row lies below the header or the button to the top', long, async ({ page }) => {
  await page.setViewportSize({ width: 1007, height: 700 })
  await openScreen(page, '/user-rides?size=50', 'User Rides')
  const edits = page.getByRole('table').getByRole('button', { name: /^Edit|^Change status/ })
  await edits.nth(8).focus()
  await page.mouse.wheel(0, 650)
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Tab')
    expect(await isUncovered(focused(page)), `Tab ${at}`).toBe(true)
  }
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Shift+Tab')
    expect(await isUncovered(focused(page)), `Shift+Tab ${at}`).toBe(true)
  }
})

test('the way back from a chat is not below the header when it has the focus', long, async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 600 })
  await leaveUnseen(page)
  await openScreen(page, '/chats', 'Chats')
  await page.locator('main a[href^="/user-chat/"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Chat with/ })).toBeVisible()
  await expectSettled(page)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const back = page.getByRole('link', { name: 'Back to Chats' })
  await page.getByRole('main').getByRole('textbox').focus()
  for (let at = 0; at < 12 && !(await back.evaluate((link) => link === document.activeElement)); at++)
    await page.keyboard.press('Shift+Tab')
  await expect(back).toBeFocused()
  expect(await isUncovered(back)).toBe(true)
})

test('the open list of time zones leaves its field free', long, async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  await page.getByRole('button', { name: 'Preferences' }).click()
  const field = page.getByRole('combobox', { name: 'Business time zone' })
  const list = page.locator('.ant-select-dropdown')
  for (const [width, height] of [
    [1400, 900],
    [1007, 600],
    [390, 800],
    [800, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await field.click()
    await expect(list.getByTitle('Africa/Accra')).toBeInViewport()
    const [box, top] = [await list.boundingBox(), await field.boundingBox()]
    expect(box?.y, `${width} x ${height}`).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0))
    await expect(list).toBeInViewport({ ratio: 0.99 })
    await field.press('Escape')
    await expect(list).toBeHidden()
    await expect(field).toBeVisible()
  }
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  const painted = (locator: Locator, pseudo?: string) =>
    locator.evaluate((element, of) => {
      const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(element, of)
      return { ground: backgroundColor, edge: borderTopStyle === 'solid' ? borderTopColor : null }
    }, pseudo)

  test(
    'what is new, the lines of the dashboard and the edge of a dialog are there @product',
    long,
    async ({ page }) => {
      await page.route('**/api/v1/admin/notification/list*', (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: {
            success: true,
            data: [true, false].map((read) => ({
              _id: `n${read}`,
              title: 'T',
              body: 'B',
              createdAt: new Date(),
              read,
            })),
          },
        }),
      )
      await openScreen(page, '/', 'Dashboard')
      const canvas = (await painted(page.locator('body'))).ground
      const line = page.locator('[data-journey] > [aria-hidden]').first()
      for (const part of ['::before', '::after']) expect((await painted(line, part)).ground, part).not.toBe(canvas)

      await page.getByRole('button', { name: /^Notification/ }).click()
      const item = (isNew: boolean) => page.locator(`li[data-new=${isNew}]`)
      const [fresh, read] = [await painted(item(true), '::before'), await painted(item(false), '::before')]
      expect(fresh.ground).not.toBe(read.ground)
      expect(fresh.ground).not.toBe(canvas)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /Admin$/ }).click()
      await page.getByRole('button', { name: 'About' }).click()
      const dialog = await painted(page.locator('.ant-modal-container'))
      expect(dialog.edge).not.toBeNull()
      expect(dialog.edge).not.toBe(dialog.ground)
    },
  )

  const outlined = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })

  test(
    'what is chosen, unread conversations, focused fields, switches and progress are there @product',
    long,
    async ({ page, backend }) => {
      const person = await backend.person('driver')
      const theirs = await person.connect()
      theirs.send(backend.user._id, 'Hello?')
      await expect
        .poll(async () => JSON.stringify((await backend.call('GET', '/user/chat-list')).body), { timeout: 15_000 })
        .toContain(person.full_name)
      await openScreen(page, '/chats', 'Chats')
      const row = page.getByRole('list', { name: 'Chat List' }).getByRole('link').filter({ hasText: person.full_name })
      const dot = row.getByLabel('Unseen message')
      await expect(dot).toBeVisible()
      const canvas = (await painted(page.locator('body'))).ground
      expect((await painted(dot)).ground).not.toBe(canvas)
      const chips = page.getByRole('navigation', { name: 'Which conversations' }).getByRole('link')
      expect(await outlined(chips.filter({ hasText: 'All' }))).toBe(true)
      expect(await outlined(chips.filter({ hasText: 'Closed' }))).toBe(false)
      await row.click()
      await expect(page.getByPlaceholder('Type a message...')).toBeFocused()
      expect(await outlined(page.locator(':focus'))).toBe(true)
      expect(await outlined(page.locator('main a[aria-current]').filter({ hasText: person.full_name }))).toBe(true)
      theirs.close()

      await page.getByRole('button', { name: 'Preferences' }).click()
      const single = page.getByRole('switch', { name: 'Single-key shortcuts' })
      const [edge, handle] = [await painted(single), await painted(single.locator('.ant-switch-handle'), '::before')]
      expect(edge.edge).not.toBeNull()
      expect(handle.ground).not.toBe(canvas)
      expect(await outlined(page.locator('.ant-segmented-item-selected'))).toBe(true)

      // The browser paints its own bar in the colours of the person.
      await page.route('**/api/v1/admin/ride/status', () => undefined)
      await openScreen(page, '/user-rides?status=Accepted&size=10', 'User Rides')
      await page.getByRole('button', { name: 'Select rows' }).click()
      await page.getByRole('checkbox').nth(1).check()
      expect(await outlined(page.getByRole('button', { name: 'Select rows' }))).toBe(true)
      await page.getByRole('button', { name: 'Change status', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Change status' })
      await dialog.getByRole('combobox', { name: 'New status' }).selectOption('Started')
      await dialog.getByRole('button', { name: /^Change 1 booking to/ }).click()
      const bar = dialog.getByRole('progressbar')
      await expect(bar).toBeVisible()
      expect((await painted(bar.locator('.ant-progress-rail'))).edge).not.toBeNull()
      await dialog.getByRole('button', { name: 'Stop' }).click()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
})

test('brand and profile are named as they read', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard')
  const brand = page.getByRole('link', { name: /^Interline/ })
  const profile = page.getByRole('banner').getByRole('button', { name: /, Admin$/ })
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  for (const control of [brand, profile]) {
    const name = await control.getAttribute('aria-label')
    expect(words(name ?? '')).toContain(words(await control.evaluate((element: HTMLElement) => element.innerText)))
  }
})
