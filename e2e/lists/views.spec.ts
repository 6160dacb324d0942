import { expectAccessible } from '../harness/page/accessible.ts'
import { administratorOf, signInTo } from '../harness/backend/backend.ts'
import { sessionState } from '../harness/backend/session-state.ts'
import { openScreen } from '../harness/page/screens.ts'
import { readInstances } from '../harness/product/instances.ts'
import { expect, test } from '../harness/test.ts'
import type { Page } from '@playwright/test'

const bare = { tag: '@bare' }

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Views' })
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter')
  await expect(panel(page).getByRole('textbox', { name: 'Name of the view' })).toBeVisible()
}

// The views are another administrator's: the sidebar of the one that the other tests share stays as it is.
test(
  'a view is saved, counted in the sidebar, opened, renamed and deleted with the keyboard',
  { tag: ['@product', '@long'] },
  async ({ browser }) => {
    const { url, apiUrl } = readInstances().product
    const support = await signInTo('product', apiUrl, administratorOf.support)
    const context = await browser.newContext({ baseURL: url, storageState: sessionState(url, support) })
    const page = await context.newPage()
    const name = `Kept ${Date.now().toString(36)}`
    try {
      await page.setViewportSize({ width: 1400, height: 900 })
      await openScreen(page, '/user-rides?status=Pending&cols=user,-amount&density=compact&page=1', 'User Rides')
      const total = (await page.locator('.il-count').innerText()).replace(/\D/g, '')
      await openPanel(page)
      await expect(panel(page).getByRole('textbox', { name: 'Name of the view' })).toBeFocused()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(panel(page).getByText(`“${name}” is saved.`)).toBeVisible()
      await expectAccessible(page, 'the views of a list')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeFocused()

      const entry = sidebar(page).getByRole('link', { name })
      await expect(entry).toHaveAccessibleName(new RegExp(`^${name} ${Number(total).toLocaleString('en-US')} entries$`))
      await expect(entry).toHaveAttribute('aria-current', 'true')
      await expectAccessible(page, 'a view in the sidebar')

      // It is found like a screen, and is there at once the next time.
      await openScreen(page, '/', 'Dashboard')
      await expect(entry).toBeVisible()
      const box = page.getByRole('combobox', { name: 'Search screens' })
      await box.fill(name)
      await box.press('Enter')
      await expect(page).toHaveURL(/\/user-rides\?.*status=Pending/)
      await expect(page).toHaveURL(/density=compact/)
      await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type(name)
      await expect(page.getByRole('option', { name })).toHaveCount(1)
      await page.keyboard.press('Escape')

      // On a phone: in the drawer, and the panel fits.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name })).toBeVisible()
      await page.keyboard.press('Escape')
      await openPanel(page)
      await expect(panel(page)).toBeInViewport()
      await page.setViewportSize({ width: 1400, height: 900 })

      await panel(page)
        .getByRole('button', { name: `Change ${name}` })
        .press('Enter')
      await expect(
        panel(page)
          .getByRole('form', { name: `Change ${name}` })
          .getByRole('textbox'),
      ).toBeFocused()
      await page.keyboard.type(`${name} too`)
      await page.keyboard.press('Enter')
      await expect(sidebar(page).getByRole('link', { name: `${name} too` })).toBeVisible()
      await panel(page)
        .getByRole('button', { name: `Delete ${name} too` })
        .press('Enter')
      await panel(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter')
      await expect(entry).toHaveCount(0)
    } finally {
      const { body } = await support.call('GET', '/admin/views')
      for (const { _id } of (body as unknown as { data: { _id: string }[] }).data)
        await support.call('POST', '/admin/views/delete', { _id })
      await context.close()
    }
  },
)

test('a backend of SPEC §7 alone has no views, and is asked for none', bare, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/admin/views') && calls.push(request.url()))
  await page.clock.install()
  await openScreen(page, '/drivers', 'Drivers')
  await expect(page.getByRole('button', { name: 'Layout of the table' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveCount(0)
  // Files that load once the screen stands have their time.
  await page.clock.runFor(5000)
  await expect(sidebar(page).getByRole('link').filter({ hasText: 'Chats' })).toBeVisible()
  await expect(sidebar(page).locator('a[href*="?"]')).toHaveCount(0)
  expect(calls).toEqual([])
})
